#include "program/run/emit.h"
#include "program/edit.h"
#include "program/step/encode.h"

typedef struct Emitter {
    const Program *p;
    Terms *t;
    const InputRules *rules;
    FILE *out;
    Map done; // terms that have a name in the present block
} Emitter;

static uint64_t ones(uint32_t width) {
    assert(width >= 1 && width <= 64);
    return ~(uint64_t)0 >> (64 - width);
}

static uint32_t width_of(const Terms *t, Term a) {
    Sort s = term_sort(t, a);
    return sort_kind(t, s) == SORT_BOOL ? 1 : sort_width(t, s);
}

// ---- what can be written ----
static bool sort_fits(const Terms *t, Sort s) {
    return sort_kind(t, s) == SORT_BOOL || (sort_kind(t, s) == SORT_BV && sort_width(t, s) <= 64);
}

static bool op_fits(Op op) {
    return op == OP_NOT || op == OP_AND || op == OP_OR || op == OP_EQ || op == OP_ITE ||
           (op >= OP_BV_ADD && op <= OP_BV_SEXT);
}

static const char *term_trouble(Terms *t, Term a, Map *seen) {
    if (!a.id || map_find(seen, a.id))
        return NULL;
    map_put(seen, a.id, 1);
    if (!sort_fits(t, term_sort(t, a)))
        return sort_kind(t, term_sort(t, a)) == SORT_FLOAT ? "floats" : "values of more than 64 bits";
    if (term_op(t, a) == OP_VAR || term_is_const(t, a))
        return NULL;
    if (!op_fits(term_op(t, a)) || (term_op(t, a) == OP_BV_CONCAT && term_arity(t, a) != 2))
        return "an operation that is not on integers";
    const char *trouble = NULL;
    for (uint32_t i = 0; i < term_arity(t, a) && !trouble; i++)
        trouble = term_trouble(t, term_arg(t, a, i), seen);
    return trouble;
}

static const char *cmd_trouble(const Cmd *cmd) {
    switch (cmd->kind) {
    case CMD_SKIP:
    case CMD_ASSUME:
    case CMD_ASSIGN:
    case CMD_INPUT:
    case CMD_RETURN:
    case CMD_ERROR:
    case CMD_EXIT:
    case CMD_ABORT:
    case CMD_TRAP:
    case CMD_UNMODELLED:
        return NULL;
    case CMD_CALL:
        return "calls";
    default:
        return "memory, threads or output";
    }
}

static const char *edge_trouble(const Program *p, const Edge *e, Map *seen) {
    const Cmd *cmd = &e->cmd;
    const char *trouble = cmd_trouble(cmd);
    if (cmd->kind == CMD_INPUT && !sort_fits(p->terms, p->vars.at[cmd->var].sort))
        return "an input that is no integer of the machine";
    if (cmd->kind == CMD_ASSUME && !trouble)
        trouble = term_trouble(p->terms, cmd->a, seen);
    for (uint32_t i = 0; cmd->kind == CMD_ASSIGN && i < cmd->n && !trouble; i++)
        trouble = term_trouble(p->terms, cmd->terms[i], seen);
    return trouble;
}

// Addresses are decided by the interpreter, and bytes that are inputs by the run.
static const char *var_trouble(const Program *p, const Var *v) {
    if (v->kind == VAR_ADDRESS)
        return "addresses";
    const Object *o = v->object ? &p->objects.at[v->object] : NULL;
    return o && (o->external || o->made || o->relocs.count) ? "memory of the environment" : NULL;
}

static bool uses_var(const Program *p, VarId v, const Map *seen) {
    return map_find(seen, var_term(p, v).id) != 0;
}

const char *emit_trouble(const Program *p, const InputRules *rules) {
    Map seen = { 0 };
    const char *trouble = p->funcs.at[p->entry].params.count ? "arguments of the entry function" : NULL;
    for (EdgeId e = 1; e < p->edges.count && !trouble; e++)
        if (p->edges.at[e].from && p->locs.at[p->edges.at[e].from].func == p->entry)
            trouble = edge_trouble(p, &p->edges.at[e], &seen);
    for (uint32_t i = 0; i < rules->count && !trouble; i++)
        for (uint32_t k = 0; k < rules->at[i].n && !trouble; k++)
            trouble = term_trouble(p->terms, rules->at[i].values[k], &seen);
    for (VarId v = 1; v < p->vars.count && !trouble; v++)
        if (uses_var(p, v, &seen))
            trouble = var_trouble(p, &p->vars.at[v]);
    map_free(&seen);
    return trouble;
}

// ---- terms: each has a name, "t" and its number ----
static void emit_signed(const Emitter *m, Term a) { // as a signed number of 64 bits
    uint32_t shift = 64 - width_of(m->t, a);
    fprintf(m->out, "((int64_t)(t%u << %u) >> %u)", a.id, shift, shift);
}

static void emit_many(const Emitter *m, Term a, const char *op) {
    for (uint32_t i = 0; i < term_arity(m->t, a); i++)
        fprintf(m->out, "%s t%u", i ? op : "", term_arg(m->t, a, i).id);
}

// Division by zero and of the least number by -1 as term.h says: functions of the preamble.
static void emit_function(const Emitter *m, Term a, const char *name) {
    Term x = term_arg(m->t, a, 0), y = term_arg(m->t, a, 1);
    bool is_signed = term_op(m->t, a) == OP_BV_SDIV || term_op(m->t, a) == OP_BV_SREM;
    fprintf(m->out, "hone_%s(", name);
    if (is_signed)
        emit_signed(m, x);
    else
        fprintf(m->out, "t%u", x.id);
    fprintf(m->out, ", ");
    if (is_signed)
        emit_signed(m, y);
    else
        fprintf(m->out, "t%u", y.id);
    fprintf(m->out, ")");
}

static void emit_shift(const Emitter *m, Term a) {
    uint32_t width = width_of(m->t, a);
    Term x = term_arg(m->t, a, 0), y = term_arg(m->t, a, 1);
    if (term_op(m->t, a) == OP_BV_ASHR) {
        emit_signed(m, x);
        fprintf(m->out, " >> (t%u < %u ? t%u : %u)", y.id, width, y.id, width - 1);
    } else
        fprintf(m->out, "t%u < %u ? t%u %s t%u : 0", y.id, width, x.id, term_op(m->t, a) == OP_BV_SHL ? "<<" : ">>",
                y.id);
}

static void emit_compare(const Emitter *m, Term a, const char *op, bool is_signed) {
    for (uint32_t i = 0; i < 2; i++) {
        if (i)
            fprintf(m->out, " %s ", op);
        if (is_signed)
            emit_signed(m, term_arg(m->t, a, i));
        else
            fprintf(m->out, "t%u", term_arg(m->t, a, i).id);
    }
}

static void emit_bits(const Emitter *m, Term a) { // of one argument, or put together
    Term x = term_arg(m->t, a, 0);
    switch (term_op(m->t, a)) {
    case OP_BV_CONCAT:
        fprintf(m->out, "t%u << %u | t%u", x.id, width_of(m->t, term_arg(m->t, a, 1)), term_arg(m->t, a, 1).id);
        break;
    case OP_BV_EXTRACT: // imm: the highest bit, the lowest
        fprintf(m->out, "t%u >> %u", x.id, term_imm(m->t, a, 1));
        break;
    case OP_BV_ZEXT:
        fprintf(m->out, "t%u", x.id);
        break;
    default:
        assert(term_op(m->t, a) == OP_BV_SEXT);
        emit_signed(m, x);
        break;
    }
}

static const struct Operator {
    Op op;
    enum { MANY, COMPARE, COMPARE_SIGNED, FUNCTION } how;
    const char *text;
} operators[] = {
    { OP_AND, MANY, " &" },           { OP_BV_AND, MANY, " &" },          { OP_OR, MANY, " |" },
    { OP_BV_OR, MANY, " |" },         { OP_BV_XOR, MANY, " ^" },          { OP_BV_ADD, MANY, " +" },
    { OP_BV_MUL, MANY, " *" },        { OP_EQ, COMPARE, "==" },           { OP_BV_ULT, COMPARE, "<" },
    { OP_BV_ULE, COMPARE, "<=" },     { OP_BV_SLT, COMPARE_SIGNED, "<" }, { OP_BV_SLE, COMPARE_SIGNED, "<=" },
    { OP_BV_UDIV, FUNCTION, "udiv" }, { OP_BV_UREM, FUNCTION, "urem" },   { OP_BV_SDIV, FUNCTION, "sdiv" },
    { OP_BV_SREM, FUNCTION, "srem" },
};

static const struct Operator *operator_of(Op op) {
    for (size_t i = 0; i < COUNT(operators); i++)
        if (operators[i].op == op)
            return &operators[i];
    return NULL;
}

static void emit_operator(const Emitter *m, Term a, const struct Operator *o) {
    if (o->how == MANY)
        emit_many(m, a, o->text);
    else if (o->how == FUNCTION)
        emit_function(m, a, o->text);
    else
        emit_compare(m, a, o->text, o->how == COMPARE_SIGNED);
}

static void emit_operation(const Emitter *m, Term a) {
    Term x = term_arg(m->t, a, 0);
    const struct Operator *o = operator_of(term_op(m->t, a));
    if (o) {
        emit_operator(m, a, o);
        return;
    }
    switch (term_op(m->t, a)) {
    case OP_NOT:
    case OP_BV_NOT:
        fprintf(m->out, "~t%u", x.id);
        break;
    case OP_BV_NEG:
        fprintf(m->out, "-t%u", x.id);
        break;
    case OP_ITE:
        fprintf(m->out, "t%u ? t%u : t%u", x.id, term_arg(m->t, a, 1).id, term_arg(m->t, a, 2).id);
        break;
    case OP_BV_SHL:
    case OP_BV_LSHR:
    case OP_BV_ASHR:
        emit_shift(m, a);
        break;
    default:
        emit_bits(m, a);
        break;
    }
}

static void emit_term(Emitter *m, Term a) {
    if (map_find(&m->done, a.id))
        return;
    map_put(&m->done, a.id, 1);
    uint64_t low, high;
    if (term_op(m->t, a) == OP_VAR) {
        fprintf(m->out, "        uint64_t t%u = v%u;\n", a.id, program_var_of(m->p, a));
        return;
    }
    if (term_is_const(m->t, a)) {
        term_bits(m->t, a, &low, &high);
        fprintf(m->out, "        uint64_t t%u = 0x%llxu;\n", a.id, (unsigned long long)low);
        return;
    }
    for (uint32_t i = 0; i < term_arity(m->t, a); i++)
        emit_term(m, term_arg(m->t, a, i));
    fprintf(m->out, "        uint64_t t%u = (", a.id);
    emit_operation(m, a);
    fprintf(m->out, ") & 0x%llxu;\n", (unsigned long long)ones(width_of(m->t, a)));
}

// ---- commands ----
static void emit_assign(Emitter *m, const Cmd *cmd) {
    for (uint32_t i = 0; i < cmd->n; i++)
        emit_term(m, cmd->terms[i]);
    for (uint32_t i = 0; i < cmd->n; i++)
        fprintf(m->out, "        v%u = t%u;\n", cmd->vars[i], cmd->terms[i].id);
}

static void emit_input(Emitter *m, EdgeId id, bool given) {
    const Cmd *cmd = &m->p->edges.at[id].cmd;
    const InputRule *rule = rule_of(m->rules, id);
    for (uint32_t k = 0; rule && k < rule->n; k++)
        emit_term(m, rule->values[k]);
    fprintf(m->out, "        v%u = ", cmd->var);
    for (uint32_t k = 0; rule && k + 1 < rule->n; k++)
        fprintf(m->out, "turn%u %% %u == %u ? t%u : ", id, rule->n, k, rule->values[k].id);
    if (rule)
        fprintf(m->out, "t%u;\n", rule->values[rule->n - 1].id);
    else
        fprintf(m->out, "0;\n");
    if (rule && rule->n > 1)
        fprintf(m->out, "        turn%u++;\n", id);
    if (given)
        fprintf(m->out, "        hone_give(\"%s\", v%u);\n", program_text(m->p, cmd->text), cmd->var);
}

static void emit_end(Emitter *m, RunEnd end, EdgeId id) {
    fprintf(m->out, "        hone_end(%d, %u, steps);\n        return;\n", (int)end, id);
}

static void emit_edge(Emitter *m, EdgeId id, bool given) {
    const Edge *e = &m->p->edges.at[id];
    map_free(&m->done);
    if (e->cmd.kind == CMD_ASSUME) {
        fprintf(m->out, "    {\n");
        emit_term(m, e->cmd.a);
        fprintf(m->out, "        if (t%u) {\n            steps++;\n            goto L%u;\n        }\n    }\n",
                e->cmd.a.id, e->to);
        return;
    }
    fprintf(m->out, "    {\n        steps++;\n");
    switch (e->cmd.kind) {
    case CMD_SKIP:
        break;
    case CMD_ASSIGN:
        emit_assign(m, &e->cmd);
        break;
    case CMD_INPUT:
        emit_input(m, id, given);
        break;
    case CMD_ERROR:
        emit_end(m, RUN_ERROR, id);
        break;
    case CMD_RETURN:
        emit_end(m, RUN_RETURNED, id);
        break;
    case CMD_EXIT:
        emit_end(m, RUN_EXITED, id);
        break;
    case CMD_ABORT:
        emit_end(m, RUN_ABORTED, id);
        break;
    case CMD_TRAP:
        emit_end(m, RUN_TRAP, id);
        break;
    default:
        emit_end(m, RUN_UNMODELLED, id);
        break;
    }
    fprintf(m->out, "        goto L%u;\n    }\n", e->to);
}

// ---- the function ----
static uint64_t initial_value(const Program *p, const Var *v) {
    const Object *o = v->object ? &p->objects.at[v->object] : NULL;
    uint32_t bytes = (width_of(p->terms, v->term) + 7) / 8;
    uint64_t x = 0;
    for (uint32_t i = 0; o && o->init && i < bytes && v->offset + i < o->size; i++)
        x |= (uint64_t)o->init[v->offset + i] << 8 * i;
    return x & ones(width_of(p->terms, v->term));
}

static void emit_variables(const Emitter *m) {
    const Program *p = m->p;
    for (VarId v = 1; v < p->vars.count; v++) {
        const Var *var = &p->vars.at[v];
        if (var->kind != VAR_ADDRESS && (!var->func || var->func == p->entry) && sort_fits(m->t, var->sort))
            fprintf(m->out, "    uint64_t v%u = 0x%llxu;\n", v,
                    (unsigned long long)(var->kind == VAR_GLOBAL ? initial_value(p, var) : 0));
    }
    for (uint32_t i = 0; i < m->rules->count; i++)
        fprintf(m->out, "    uint64_t turn%u = 0;\n", m->rules->at[i].edge);
    fprintf(m->out, "    uint64_t steps = 0;\n");
}

static const char divisions[] = // SMT-LIB's results for a zero divisor
    "static uint64_t hone_udiv(uint64_t a, uint64_t b) {\n    return b ? a / b : ~(uint64_t)0;\n}\n"
    "static uint64_t hone_urem(uint64_t a, uint64_t b) {\n    return b ? a % b : a;\n}\n"
    "static uint64_t hone_sdiv(int64_t a, int64_t b) {\n"
    "    return !b ? (a < 0 ? 1 : ~(uint64_t)0) : b == -1 ? -(uint64_t)a : (uint64_t)(a / b);\n}\n"
    "static uint64_t hone_srem(int64_t a, int64_t b) {\n"
    "    return !b ? (uint64_t)a : b == -1 ? 0 : (uint64_t)(a % b);\n}\n";

void emit_program(const Program *p, const InputRules *rules, EmitGiven given, const void *context, FILE *out) {
    Emitter m = { .p = p, .t = p->terms, .rules = rules, .out = out };
    assert(!emit_trouble(p, rules));
    fprintf(out, "%s\nstatic void hone_run(void) {\n", divisions);
    emit_variables(&m);
    fprintf(out, "    goto L%u;\n", p->funcs.at[p->entry].entry);
    for (LocId l = 1; l < p->locs.count; l++) {
        if (p->locs.at[l].func != p->entry)
            continue;
        fprintf(out, "L%u:;\n", l);
        for (EdgeId e = p->locs.at[l].first_out; e; e = p->edges.at[e].next_out)
            emit_edge(&m, e, p->edges.at[e].cmd.kind == CMD_INPUT && given(context, e));
        fprintf(out, "    hone_end(%d, 0, steps);\n    return;\n", RUN_BLOCKED);
    }
    fprintf(out, "L%u:;\nL%u:;\n    hone_end(%d, 0, steps);\n}\n\n", p->error, p->stop, RUN_BLOCKED);
    map_free(&m.done);
}

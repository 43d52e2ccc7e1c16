// interpret_compile.c - edges to steps, when they are first taken
#include "program/run/interpret_machine.h"

// What a cache points to before the first access: an object of no bytes.
static Instance nothing;

static uint32_t slot_of(void *context, Term variable) {
    const Interpreter *it = context;
    VarId v = program_var_of(it->p, variable);
    if (!v)
        bug("interpret: a term has a variable that is not the program's");
    return it->slot_of[v];
}

// ---- can a term be evaluated at all? ----
static const char *sort_trouble(const Terms *t, Sort s) {
    switch (sort_kind(t, s)) {
    case SORT_BOOL:
        return NULL;
    case SORT_BV:
        return sort_width(t, s) <= 128 ? NULL : "an integer of more than 128 bits";
    case SORT_FLOAT: {
        static const uint8_t known[][2] = { { 5, 11 }, { 8, 24 }, { 11, 53 }, { 15, 64 }, { 15, 113 } };
        for (size_t i = 0; i < COUNT(known); i++)
            if (sort_exponent(t, s) == known[i][0] && sort_significand(t, s) == known[i][1])
                return NULL;
        return "a floating-point format that is not of C";
    }
    case SORT_NONE:
    case SORT_INT:
    case SORT_REAL:
    case SORT_ARRAY:
        return "a value that is neither an integer of the machine nor a float";
    }
    return "an unknown sort";
}

static const char *node_trouble(const Terms *t, Term a) {
    const char *trouble = sort_trouble(t, term_sort(t, a));
    if (trouble || term_op(t, a) == OP_VAR || term_is_const(t, a))
        return trouble;
    return value_can_apply(term_op(t, a)) ? NULL : "an operation without a concrete meaning";
}

static const char *term_trouble(const Terms *t, Term root) {
    Map seen = { 0 };
    VecTerm todo = { 0 };
    const char *trouble = NULL;
    vec_push(&todo, root);
    while (todo.count && !trouble) {
        Term a = vec_pop(&todo);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        trouble = node_trouble(t, a);
        for (uint32_t i = 0; i < term_arity(t, a) && !trouble; i++)
            vec_push(&todo, term_arg(t, a, i));
    }
    map_free(&seen);
    vec_free(&todo);
    return trouble;
}

// ---- operands ----
static uint32_t constant_slot(Interpreter *it, Term a) {
    assert(term_is_const(it->p->terms, a));
    uint32_t slot = map_find(&it->constants, a.id);
    if (slot)
        return slot;
    slot = SLOT_BANK1 | it->globals.count;
    vec_push(&it->globals, value_of_term(it->p->terms, a));
    map_put(&it->constants, a.id, slot);
    return slot;
}

static void compile_operand(Interpreter *it, Step *s, Operand *o, Term a) {
    Terms *t = it->p->terms;
    if (!a.id || s->unmodelled)
        return;
    s->unmodelled = term_trouble(t, a);
    if (s->unmodelled)
        return;
    if (term_op(t, a) == OP_VAR)
        o->slot = slot_of(it, a);
    else if (term_is_const(t, a))
        o->slot = constant_slot(it, a);
    else
        o->code = code_new(t, 1, &a, slot_of, it);
}

Code *compile_term(Interpreter *it, Term a) {
    return term_trouble(it->p->terms, a) ? NULL : code_new(it->p->terms, 1, &a, slot_of, it);
}

static void compile_terms(Interpreter *it, Step *s, const Cmd *cmd) {
    assert(cmd->n && cmd->terms);
    Terms *t = it->p->terms;
    s->types = arena_array(it->arena, ValueType, cmd->n);
    for (uint32_t i = 0; i < cmd->n && !s->unmodelled; i++) {
        s->unmodelled = term_trouble(t, cmd->terms[i]);
        s->types[i] = value_type(t, term_sort(t, cmd->terms[i]));
    }
    s->n = cmd->n;
    if (!s->unmodelled)
        s->values = code_new(t, cmd->n, cmd->terms, slot_of, it);
    if (it->scratch.count < cmd->n)
        vec_resize(&it->scratch, cmd->n);
}

static void compile_targets(Interpreter *it, Step *s, const Cmd *cmd) {
    s->n_vars = cmd->n_vars;
    s->vars = arena_array(it->arena, uint32_t, cmd->n_vars);
    for (uint32_t i = 0; i < cmd->n_vars; i++) {
        s->vars[i] = it->slot_of[cmd->vars[i]];
        if (!s->unmodelled)
            s->unmodelled = sort_trouble(it->p->terms, it->p->vars.at[cmd->vars[i]].sort);
    }
}

static void compile_access(Step *s) {
    assert(s->bytes && s->type.width <= 8 * s->bytes);
    bool size = s->bytes == 1 || s->bytes == 2 || s->bytes == 4 || s->bytes == 8;
    s->whole = size && s->type.kind != SORT_BOOL && s->type.width == 8 * s->bytes;
}

// Is the edge after 'e' the one that is enabled exactly when 'e' is not?
static bool next_is_negation(const Program *p, const Edge *e) {
    if (!e->next_out)
        return false;
    const Cmd *other = &p->edges.at[e->next_out].cmd;
    return other->kind == CMD_ASSUME && term_same(other->a, term_not(p->terms, e->cmd.a));
}

void compile_step(Interpreter *it, EdgeId id) {
    assert(it->p->edges.at[id].from && !it->steps[id].ready);
    const Program *p = it->p;
    const Edge *e = &p->edges.at[id];
    const Cmd *cmd = &e->cmd;
    Step *s = &it->steps[id];
    *s = (Step){
        .ready = true, .kind = (uint8_t)cmd->kind, .edge = id, .to = e->to, .next_out = e->next_out, .var = NO_SLOT
    };
    s->bytes = cmd->bytes;
    s->region = cmd->region;
    s->callee = cmd->callee;
    s->write = cmd->write;
    s->atomic = cmd->atomic;
    s->cache = &nothing;
    if (cmd->var) {
        s->var = it->slot_of[cmd->var];
        s->type = value_type(p->terms, p->vars.at[cmd->var].sort);
        s->unmodelled = sort_trouble(p->terms, p->vars.at[cmd->var].sort);
    }
    compile_operand(it, s, &s->a, cmd->a);
    compile_operand(it, s, &s->b, cmd->b);
    compile_operand(it, s, &s->c, cmd->c);
    if (cmd->kind == CMD_STORE)
        s->type = value_type(p->terms, term_sort(p->terms, cmd->b));
    if (cmd->kind == CMD_LOAD || cmd->kind == CMD_STORE)
        compile_access(s);
    if (cmd->kind == CMD_ASSUME)
        s->other_negated = next_is_negation(p, e);
    if (cmd->n_vars)
        compile_targets(it, s, cmd);
    if (cmd->kind == CMD_ASSIGN && cmd->n == 1) {
        s->n = 1;
        s->var = s->vars[0];
        compile_operand(it, s, &s->a, cmd->terms[0]);
    } else if (cmd->n)
        compile_terms(it, s, cmd);
}

// interpret_watch.c - what a run does, for people: file:line: function: variable = value
#include "program/edit.h"
#include "program/step/encode.h"
#include "program/run/interpret_machine.h"

// ---- values ----
static void show_address(Machine *m, uint64_t address, Text *out) {
    Instance *o = memory_find(m, address);
    if (address == 0)
        text_add(out, "null");
    else if (in_environment(address, 1))
        text_add(out, "environment+0x%llx", (unsigned long long)(address - ENVIRONMENT_BASE));
    else if (!o || address - o->base > o->size)
        text_add(out, "0x%llx", (unsigned long long)address);
    else {
        const Object *object = &m->p->objects.at[o->site];
        text_add(out, "&%s", program_text(m->p, object->c_name.id ? object->c_name : object->name));
        if (o->kind == OBJ_STACK || o->kind == OBJ_HEAP)
            text_add(out, "#%u", o->number);
        if (address != o->base)
            text_add(out, "+%llu", (unsigned long long)(address - o->base));
        if (!o->live)
            text_add(out, " (dead)");
    }
}

static void show_float(const Machine *m, ValueType type, Value v, Text *out) {
    Terms *t = m->p->terms;
    long double x = value_to_float(v, value_sort(t, type), t);
    text_add(out, "%.*Lg", value_digits(x, type.width), x);
}

static void show_value(Machine *m, ValueType type, bool pointer, Value v, Text *out) {
    if (pointer && type.kind == SORT_BV)
        show_address(m, v.lo, out);
    else if (type.kind == SORT_FLOAT)
        show_float(m, type, v, out);
    else
        value_print(type, v, out);
}

// ---- lines ----
static void begin_line(Machine *m, const Edge *e) {
    const Program *p = m->p;
    FuncId func = p->locs.at[e->from].func;
    m->text.count = 0;
    text_add(&m->text, "%s:%u: ", e->pos.file ? program_text(p, p->files.at[e->pos.file]) : "?", e->pos.line);
    if (m->threads.count > 1)
        text_add(&m->text, "thread %u: ", m->t->id);
    text_add(&m->text, "%s: ", program_text(p, p->funcs.at[func].name));
}

static void end_line(Machine *m) {
    m->o->trace(m->o->trace_context, m->text.at);
}

static void show_var(Machine *m, const Edge *e, VarId v, const char *otherwise) {
    const Var *var = &m->p->vars.at[v];
    const char *name = var->c_name.id ? program_text(m->p, var->c_name) : otherwise;
    if (!name)
        return;
    uint32_t slot = m->it->slot_of[v];
    begin_line(m, e);
    text_add(&m->text, "%s = ", name);
    show_value(m, value_type(m->p->terms, var->sort), var->pointer, m->bank[slot >> 31][slot & ~SLOT_BANK1], &m->text);
    end_line(m);
}

static void show_input(Machine *m, const Edge *e) {
    char name[120];
    snprintf(name, sizeof name, "%.100s()", program_text(m->p, e->cmd.text));
    show_var(m, e, e->cmd.var, e->cmd.text.id ? name : term_name(m->p->terms, var_term(m->p, e->cmd.var)));
}

static void show_store(Machine *m, const Edge *e, const Step *s) {
    assert(s->kind == CMD_STORE);
    begin_line(m, e);
    text_add(&m->text, "*");
    show_address(m, operand(m, &s->a).lo, &m->text);
    text_add(&m->text, " = ");
    show_value(m, s->type, false, operand(m, &s->b), &m->text);
    end_line(m);
}

static void show_text(Machine *m, const Edge *e, const char *what, const char *name) {
    begin_line(m, e);
    text_add(&m->text, "%s%s%s", what, *name ? " " : "", name);
    end_line(m);
}

static const char *function_name(const Machine *m, FuncId f) {
    return program_text(m->p, m->p->funcs.at[f].name);
}

// ---- steps ----
// A command that ended the run shows nothing: the last line says all.
static void show_command(Machine *m, const Edge *e, const Step *s) {
    const Cmd *cmd = &e->cmd;
    switch (cmd->kind) {
    case CMD_INPUT:
        show_input(m, e);
        break;
    case CMD_STORE:
        show_store(m, e, s);
        break;
    case CMD_CALL: // the frame is the callee's now
        show_text(m, e, "call", function_name(m, vec_last(&m->t->frames).func));
        break;
    case CMD_RETURN:
        show_text(m, e, "return", "");
        break;
    case CMD_FREE:
    case CMD_HAVOC:
    case CMD_COPY:
    case CMD_SET:
    case CMD_THREAD_CREATE:
    case CMD_THREAD_JOIN:
    case CMD_THREAD_EXIT:
    case CMD_MUTEX_LOCK:
    case CMD_MUTEX_UNLOCK:
    case CMD_ATOMIC_BEGIN:
    case CMD_ATOMIC_END:
    case CMD_INTERRUPT: {
        static const char *const texts[] = {
#define COMMAND_TEXT(kind, text, meaning) [CMD_##kind] = text,
            COMMANDS(COMMAND_TEXT)
#undef COMMAND_TEXT
        };
        show_text(m, e, texts[cmd->kind], "");
        break;
    }
    default:
        for (uint32_t i = 0; i < cmd->n_vars; i++)
            show_var(m, e, cmd->vars[i], NULL);
        if (cmd->var)
            show_var(m, e, cmd->var, NULL);
    }
}

// After a return the frame is the caller's: its results have their values.
static void show_results(Machine *m, EdgeId returned_from) {
    assert(m->p->edges.at[returned_from].cmd.kind == CMD_CALL);
    const Edge *call = &m->p->edges.at[returned_from];
    for (uint32_t i = 0; i < call->cmd.n_vars; i++)
        show_var(m, call, call->cmd.vars[i], NULL);
}

static void show_binding(Machine *m, const Edge *e, uint32_t i) {
    const Binding *b = &m->p->bindings.at[i];
    Terms *t = m->p->terms;
    if (!m->it->binding_code[i])
        m->it->binding_code[i] = compile_term(m->it, b->value);
    if (!m->it->binding_code[i])
        return;
    Value v;
    machine_bank(m);
    code_run(m->it->binding_code[i], m->bank, &v);
    begin_line(m, e);
    text_add(&m->text, "%s = ", program_text(m->p, b->c_name));
    const char *type = program_text(m->p, b->c_type);
    bool pointer = *type && type[strlen(type) - 1] == '*';
    show_value(m, value_type(t, term_sort(t, b->value)), pointer, v, &m->text);
    end_line(m);
}

void watch_prepare(Machine *m) {
    Interpreter *it = m->it;
    const Program *p = m->p;
    if (it->first_binding)
        return;
    it->first_binding = base_alloc(p->locs.count * sizeof *it->first_binding);
    it->next_binding = base_alloc(p->bindings.count * sizeof *it->next_binding);
    it->binding_code = base_alloc(p->bindings.count * sizeof *it->binding_code);
    for (uint32_t i = p->bindings.count; i-- > 1;) {
        LocId loc = p->bindings.at[i].loc;
        it->next_binding[i] = it->first_binding[loc];
        it->first_binding[loc] = i;
    }
}

void watch_step(Machine *m, const Step *s, const Thread *t) {
    assert(m->watched && s->ready);
    if (m->r->path.count < m->o->max_path)
        vec_push(&m->r->path, s->edge);
    if (m->o->observe)
        m->o->observe(m->o->observe_context, m, s->edge, true);
    if (!m->o->trace || m->end != RUN_GOING || t != m->t) // a thread that has just ended has no more to show
        return;
    const Edge *e = &m->p->edges.at[s->edge];
    show_command(m, e, s);
    if (s->kind == CMD_RETURN)
        show_results(m, m->returned_to);
    for (uint32_t i = m->it->first_binding[m->loc]; i; i = m->it->next_binding[i])
        show_binding(m, e, i);
}

// ---- for observers ----
bool run_view_value(RunView *m, Term a, Value *value) {
    Code *code = compile_term(m->it, a);
    machine_bank(m); // there may be new constants
    if (code)
        code_run(code, m->bank, value);
    code_free(code);
    return code != NULL;
}

void run_view_operands(RunView *m, EdgeId edge, uint64_t operands[3]) {
    assert(m->it->steps[edge].ready && "an edge that was taken");
    const Step *s = &m->it->steps[edge];
    const Operand *of[3] = { &s->a, &s->b, &s->c };
    const Cmd *cmd = &m->p->edges.at[edge].cmd;
    const Term terms[3] = { cmd->a, cmd->b, cmd->c };
    for (uint32_t i = 0; i < 3; i++)
        operands[i] = terms[i].id ? operand(m, of[i]).lo : 0;
}

bool run_view_object(RunView *m, uint64_t address, RunObject *object) {
    Instance *o = address ? memory_find(m, address) : NULL;
    if (!o || address - o->base > o->size)
        return false;
    *object = (RunObject){ o->site, o->base, o->size, o->live, o->number };
    return true;
}

bool run_view_outside(RunView *m, uint64_t address) {
    return m->memory.environment && in_environment(address, 1);
}

void watch_end(Machine *m) {
    static const Edge nowhere;
    begin_line(m, m->edge ? &m->p->edges.at[m->edge] : &nowhere);
    text_add(&m->text, "%s", run_end_text(m->end));
    if (*m->r->message.text)
        text_add(&m->text, ": %s", m->r->message.text);
    end_line(m);
}

// ---- afterwards ----
void run_forget_unread(const Program *p, RunResult *r) {
    assert(r->path.count <= r->steps);
    Map first = { 0 }; // variable -> 1: read, 2: written
    VecU32 reads = { 0 }, unread = { 0 };
    for (uint32_t i = 0; i < r->path.count; i++) {
        const Cmd *cmd = &p->edges.at[r->path.at[i]].cmd;
        const VarId *vars;
        reads.count = 0;
        cmd_reads(p, cmd, &reads);
        for (uint32_t k = 0; k < reads.count; k++)
            if (!map_find(&first, reads.at[k]))
                map_put(&first, reads.at[k], 1);
        for (uint32_t k = 0, n = cmd_writes(cmd, &vars); k < n; k++)
            if (!map_find(&first, vars[k]))
                map_put(&first, vars[k], 2);
    }
    for (VarId v = 1; v < p->vars.count && r->path.count == r->steps; v++)
        if (p->vars.at[v].kind == VAR_GLOBAL && p->objects.at[p->vars.at[v].object].made && map_find(&first, v) != 1)
            vec_push(&unread, v);
    for (uint32_t i = 0; i < unread.count; i++) {
        const Var *var = &p->vars.at[unread.at[i]];
        trace_drop_bytes(&r->trace, object_number(p, var->object), (uint32_t)var->offset,
                         encode_bytes(p->terms, var->sort));
    }
    vec_free(&unread);
    vec_free(&reads);
    map_free(&first);
}

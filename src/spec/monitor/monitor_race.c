#include "spec/monitor/monitor_race.h"
#include "program/edit.h"
#include <string.h>

// ---- the library ----
// What the models of these files keep in the program's own objects is the state of locks, semaphores and barriers.
static bool is_of_locks(const Program *p, SrcPos pos) {
    const char *path = pos.file ? program_text(p, p->files.at[pos.file]) : "";
    const char *name = strrchr(path, '/');
    return file_is_model(path) && name && (!strcmp(name, "/pthread.c") || !strcmp(name, "/mutex.c"));
}

static bool is_of_model(const Program *p, SrcPos pos) {
    return pos.file && file_is_model(program_text(p, p->files.at[pos.file]));
}

// ---- which object ----
// The address variable that the address counts from; 0: it is computed otherwise.
static VarId base_of(const Program *p, Term address) {
    Terms *t = p->terms;
    VecTerm vars = { 0 };
    term_vars(t, address, &vars);
    VarId base = 0;
    uint32_t bases = 0;
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(p, vars.at[i]);
        if (v && p->vars.at[v].kind == VAR_ADDRESS) {
            base = v;
            bases++;
        }
    }
    vec_free(&vars);
    return bases == 1 ? base : 0;
}

static bool is_private(const Program *p, const Edge *e, Term address) {
    VarId base = base_of(p, address);
    if (!base)
        return false;
    const Object *o = &p->objects.at[p->vars.at[base].object];
    return o->constant || (is_of_model(p, e->pos) && is_of_model(p, o->pos) && !is_of_locks(p, e->pos));
}

static const char *name_of_access(const Program *p, Term address, const char *how) {
    VarId base = base_of(p, address);
    Name name = base ? p->objects.at[p->vars.at[base].object].c_name : (Name){ 0 };
    return name.id ? arena_printf(p->arena, "a data race at a %s of %s", how, program_text(p, name))
                   : arena_printf(p->arena, "a data race at a %s", how);
}

// ---- the marks ----
// In front of 'e'; e then starts at a location of its own.
static void put_before(Program *p, EdgeId e, Cmd cmd) {
    Edge edge = p->edges.at[e];
    LocId before = program_loc(p, p->locs.at[edge.from].func, edge.pos);
    p->locs.at[before].inlined = p->locs.at[edge.from].inlined;
    program_edge(p, edge.from, before, edge.pos, cmd);
    edge_set_source(p, e, before);
}

static void put_behind(Program *p, EdgeId e, Cmd cmd) {
    Edge edge = p->edges.at[e];
    LocId behind = program_loc(p, p->locs.at[edge.from].func, edge.pos);
    p->locs.at[behind].inlined = p->locs.at[edge.from].inlined;
    program_edge(p, behind, edge.to, edge.pos, cmd);
    p->edges.at[e].to = behind;
}

typedef struct Bytes { // how many are accessed
    uint32_t number;
    Term size; // in place of the number
} Bytes;

// False: nothing is to be marked.
static bool mark(Program *p, EdgeId e, Term address, Bytes bytes, const char *how) {
    const Edge *edge = &p->edges.at[e];
    if (is_private(p, edge, address))
        return false;
    Cmd cmd = { .kind = CMD_ACCESS, .a = address, .c = bytes.size, .bytes = bytes.number };
    cmd.write = strcmp(how, "read") != 0;
    cmd.atomic = is_of_locks(p, edge->pos);
    cmd.goal = program_goal(p, GOAL_RACE, name_of_access(p, address, how), edge->pos, p->locs.at[edge->from].func);
    put_before(p, e, cmd);
    return true;
}

// The mark counts only where the condition holds.
static void pass_elsewhere(Program *p, EdgeId access, Term condition) {
    Edge edge = p->edges.at[access];
    LocId marked = program_loc(p, p->locs.at[edge.from].func, edge.pos);
    assert(edge.cmd.kind == CMD_ACCESS);
    p->locs.at[marked].inlined = p->locs.at[edge.from].inlined;
    edge_set_source(p, access, marked);
    program_edge(p, edge.from, marked, edge.pos, cmd_assume(condition));
    program_edge(p, edge.from, edge.to, edge.pos, cmd_assume(term_not(p->terms, condition)));
}

// A C11 atomic operation is one step: with its mark it is an atomic section.
static void mark_scalar(Program *p, EdgeId e) {
    bool atomic = p->edges.at[e].cmd.atomic;
    if (atomic)
        put_before(p, e, (Cmd){ .kind = CMD_ATOMIC_BEGIN });
    Cmd cmd = p->edges.at[e].cmd;
    bool write = cmd.kind == CMD_STORE;
    bool marked = mark(p, e, cmd.a, (Bytes){ .number = cmd.bytes }, write ? "write" : "read");
    if (atomic && write && marked && term_op(p->terms, cmd.b) == OP_ITE) // of a compare-and-exchange that exchanges
        pass_elsewhere(p, p->edges.count - 1, term_arg(p->terms, cmd.b, 0));
    if (atomic)
        put_behind(p, e, (Cmd){ .kind = CMD_ATOMIC_END });
}

static void mark_copy(Program *p, EdgeId e) {
    Cmd cmd = p->edges.at[e].cmd;
    (void)mark(p, e, cmd.b, (Bytes){ .size = cmd.c }, "read");
    (void)mark(p, e, cmd.a, (Bytes){ .size = cmd.c }, "write");
}

// What frees an object conflicts with all accesses to its bytes.
static void mark_free(Program *p, EdgeId e) {
    Terms *t = p->terms;
    Term address = p->edges.at[e].cmd.a, null = term_bv(t, 0, p->pointer_bits);
    VarId size = program_var(p, p->locs.at[p->edges.at[e].from].func, "size", sort_bv(t, p->pointer_bits), VAR_LOCAL);
    if (!mark(p, e, address, (Bytes){ .size = var_term(p, size) }, "free"))
        return;
    EdgeId access = p->edges.count - 1;
    pass_elsewhere(p, access, term_not(t, term_eq(t, address, null)));
    put_before(p, access, (Cmd){ .kind = CMD_OBJECT_SIZE, .var = size, .a = address });
}

// ---- output ----
// The format, where it is a text in the program.
static const char *format_of(const Program *p, const Cmd *print) {
    VarId v = print->n ? program_var_of(p, print->terms[0]) : 0;
    const Object *o = v && p->vars.at[v].kind == VAR_ADDRESS ? &p->objects.at[p->vars.at[v].object] : NULL;
    bool is_text = o && o->constant && o->init && memchr(o->init, 0, o->size);
    return is_text ? (const char *)o->init : NULL;
}

// How many bytes of a string are read depends on them: the first one is.
static void mark_text(Program *p, EdgeId e, uint32_t argument) {
    const Cmd *print = &p->edges.at[e].cmd;
    bool is_pointer = argument < print->n &&
                      sort_kind(p->terms, term_sort(p->terms, print->terms[argument])) == SORT_BV &&
                      sort_width(p->terms, term_sort(p->terms, print->terms[argument])) == p->pointer_bits;
    if (is_pointer && mark(p, e, print->terms[argument], (Bytes){ .number = 1 }, "read"))
        program_assume_that(p, "behind their first bytes, strings that are printed race with nobody");
}

static void mark_print(Program *p, EdgeId e) {
    const char *name = program_text(p, p->edges.at[e].cmd.text);
    const char *format = strcmp(name, "printf") ? NULL : format_of(p, &p->edges.at[e].cmd);
    if (!strcmp(name, "puts"))
        mark_text(p, e, 0);
    for (uint32_t argument = 1; format && (format = strchr(format, '%')); format++) {
        for (format++; *format && strchr("-+ #0123456789.*'hlLqjzt", *format); format++)
            argument += *format == '*';
        if (*format == 's')
            mark_text(p, e, argument);
        argument += *format != '%';
        if (!*format)
            break;
    }
}

// What functions without body access is not known.
static void assume_order_outside(Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && cmd_is_outside(&p->edges.at[e].cmd))
            program_assume_that(p, "functions without a body race with nobody");
}

void monitor_races(Program *p) {
    if (!program_has_threads(p))
        return;
    assume_order_outside(p);
    p->races_meet |= program_has_interrupts(p);
    for (EdgeId e = 1, n = p->edges.count; e < n; e++) {
        const Edge *edge = &p->edges.at[e];
        CmdKind kind = edge->from ? edge->cmd.kind : CMD_SKIP;
        if (kind == CMD_LOAD || kind == CMD_STORE)
            mark_scalar(p, e);
        else if (kind == CMD_COPY)
            mark_copy(p, e);
        else if (kind == CMD_SET)
            (void)mark(p, e, edge->cmd.a, (Bytes){ .size = edge->cmd.c }, "write");
        else if (kind == CMD_HAVOC && edge->cmd.a.id)
            (void)mark(p, e, edge->cmd.a, (Bytes){ .number = !edge->cmd.c.id, .size = edge->cmd.c }, "write");
        else if (kind == CMD_FREE)
            mark_free(p, e);
        else if (kind == CMD_PRINT)
            mark_print(p, e);
    }
}

// ---- one variable ----
static bool is_named(const Program *p, ObjId i, const char *variable) {
    const Object *o = &p->objects.at[i];
    return o->kind == OBJ_GLOBAL && o->c_name.id && !strcmp(program_text(p, o->c_name), variable);
}

bool monitor_has_variable(const Program *p, const char *variable) {
    for (ObjId i = 1; i < p->objects.count; i++)
        if (is_named(p, i, variable))
            return true;
    return false;
}

static bool may_reach(const Program *p, RegionId r, ObjId object) {
    bool found = !r;
    for (uint32_t i = 0; r && i < p->regions.at[r].objects.count; i++)
        found |= p->regions.at[r].objects.at[i] == object;
    return found;
}

// When the access is one of the variable.
static Term is_access_of(Program *p, const Cmd *mark, const char *variable) {
    Terms *t = p->terms;
    Term any = term_false(t);
    VarId base = base_of(p, mark->a);
    for (ObjId i = 1; i < p->objects.count; i++) {
        const Object *o = &p->objects.at[i];
        if (!is_named(p, i, variable) || (!base && !may_reach(p, mark->region, i)))
            continue;
        Term offset = term_bv_sub(t, mark->a, var_term(p, o->address));
        any = term_or(t, any,
                      base ? term_bool(t, p->vars.at[base].object == i)
                           : term_2(t, OP_BV_ULT, offset, term_bv(t, o->size, p->pointer_bits)));
    }
    return any;
}

void monitor_keep_variable(Program *p, const char *variable) {
    assert(p->split);
    for (EdgeId e = 1, n = p->edges.count; e < n; e++) {
        Edge edge = p->edges.at[e];
        if (!edge.from || edge.cmd.kind != CMD_ACCESS)
            continue;
        Term condition = is_access_of(p, &edge.cmd, variable);
        if (term_op(p->terms, condition) == OP_FALSE)
            edge_become_skip(p, e);
        else if (term_op(p->terms, condition) != OP_TRUE)
            pass_elsewhere(p, e, condition);
    }
}

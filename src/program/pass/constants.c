// constants.c - conditional constant propagation across functions
//
// After M. Wegman, F. K. Zadeck, "Constant Propagation with Conditional
// Branches", TOPLAS 1991: all variables start as TOP (no value seen), all
// locations as not reached; only edges from reached locations count.  What is
// still a constant at the end is one, what is not reached never is.
//
// Strict variables and rigid parameters take part (ssa.h), and global variables to
// which only what they are at first is ever assigned.  A parameter
// gets the arguments of all calls seen, a result the values of all returns; the
// location after a call is reached only when the callee's exit is.
#include "program/digraph.h"
#include "program/edit.h"
#include "program/step/encode.h"
#include "program/pass/simplify.h"
#include "program/pass/ssa.h"

typedef enum Level { LEVEL_TOP, LEVEL_CONST, LEVEL_BOTTOM } Level;
typedef struct Cell {
    Level level;
    Term value; // CONST
} Cell;

typedef struct Constants {
    Program *p;
    Ssa ssa;
    Cell *var;    // per VarId
    Cell *result; // per function result: result[first_result[f] + i]
    uint32_t *first_result;
    uint8_t *reached;   // per LocId
    uint8_t *addressed; // per FuncId: a call through a pointer may reach it
    Digraph users;      // VarId -> edges that read it
    Digraph callers;    // FuncId -> edges that call it
    VecU32 work;        // edges to look at
    uint8_t *queued;    // per EdgeId
    bool saw_top;       // by 'known', since it was last cleared
} Constants;

static const Cell bottom = { .level = LEVEL_BOTTOM };

// ---- the work list ----
static void push_edge(Constants *c, EdgeId e) {
    assert(c->p->edges.at[e].from);
    if (c->queued[e] || !c->reached[c->p->edges.at[e].from])
        return;
    c->queued[e] = 1;
    vec_push(&c->work, e);
}

static void push_all(Constants *c, const Digraph *g, uint32_t node) {
    for (uint32_t i = g->first[node]; i < g->first[node + 1]; i++)
        push_edge(c, g->to[i]);
}

static void reach(Constants *c, LocId loc) {
    if (c->reached[loc])
        return;
    c->reached[loc] = 1;
    for_out_edges(c->p, loc, e) push_edge(c, e);
    FuncId f = c->p->locs.at[loc].func;
    if (f && c->p->funcs.at[f].exit == loc)
        push_all(c, &c->callers, f);
}

// Lowers a cell; true if it changed.
static bool lower(Cell *cell, Cell with) {
    assert(with.level != LEVEL_CONST || with.value.id);
    if (with.level == LEVEL_TOP || cell->level == LEVEL_BOTTOM)
        return false;
    if (cell->level == LEVEL_CONST && with.level == LEVEL_CONST && term_same(cell->value, with.value))
        return false;
    *cell = cell->level == LEVEL_TOP ? with : bottom;
    return true;
}

static void lower_var(Constants *c, VarId v, Cell with) {
    if (lower(&c->var[v], with))
        push_all(c, &c->users, v);
}

// ---- evaluation ----
static Term known(void *context, Term variable) {
    Constants *c = context;
    VarId v = program_var_of(c->p, variable);
    if (!v || c->var[v].level == LEVEL_BOTTOM)
        return variable;
    if (c->var[v].level == LEVEL_CONST)
        return c->var[v].value;
    c->saw_top = true;
    return variable;
}

static Cell evaluate(Constants *c, Term a) {
    c->saw_top = false;
    Term value = term_map(c->p->terms, a, known, c, NULL);
    if (c->saw_top)
        return (Cell){ .level = LEVEL_TOP };
    return term_is_const(c->p->terms, value) ? (Cell){ LEVEL_CONST, value } : bottom;
}

// ---- one edge ----
static void enter_function(Constants *c, FuncId f) {
    if (c->p->funcs.at[f].defined)
        reach(c, c->p->funcs.at[f].entry);
}

static void enter_addressed(Constants *c) {
    for (FuncId f = 1; f < c->p->funcs.count; f++)
        if (c->addressed[f])
            enter_function(c, f);
}

static void write_bottom(Constants *c, const Cmd *cmd) {
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars);
    for (uint32_t i = 0; i < n; i++)
        lower_var(c, vars[i], bottom);
}

static void call(Constants *c, const Edge *e) {
    const Cmd *cmd = &e->cmd;
    const Function *f = &c->p->funcs.at[cmd->callee];
    if (!cmd->callee || !f->defined) {
        if (!cmd->callee)
            enter_addressed(c);
        write_bottom(c, cmd);
        reach(c, e->to);
        return;
    }
    for (uint32_t i = 0; i < cmd->n; i++)
        lower_var(c, f->params.at[i], evaluate(c, cmd->terms[i]));
    enter_function(c, cmd->callee);
    if (!c->reached[f->exit])
        return;
    for (uint32_t i = 0; i < cmd->n_vars; i++)
        lower_var(c, cmd->vars[i], c->result[c->first_result[cmd->callee] + i]);
    reach(c, e->to);
}

static void return_from(Constants *c, const Edge *e) {
    FuncId f = c->p->locs.at[e->from].func;
    assert(e->cmd.n == c->p->funcs.at[f].results.count);
    bool changed = false;
    for (uint32_t i = 0; i < e->cmd.n; i++)
        changed |= lower(&c->result[c->first_result[f] + i], evaluate(c, e->cmd.terms[i]));
    if (changed)
        push_all(c, &c->callers, f);
    reach(c, e->to);
}

static void visit(Constants *c, EdgeId id) {
    assert(c->reached[c->p->edges.at[id].from] && "only edges of locations that are reached count");
    const Edge *e = &c->p->edges.at[id];
    const Cmd *cmd = &e->cmd;
    if (cmd->kind == CMD_ASSUME) {
        Cell a = evaluate(c, fold_addresses(c->p, cmd->a));
        if (a.level == LEVEL_TOP || (a.level == LEVEL_CONST && term_same(a.value, term_false(c->p->terms))))
            return;
        reach(c, e->to);
    } else if (cmd->kind == CMD_ASSIGN) {
        for (uint32_t i = 0; i < cmd->n; i++)
            lower_var(c, cmd->vars[i], evaluate(c, cmd->terms[i]));
        reach(c, e->to);
    } else if (cmd->kind == CMD_CALL)
        call(c, e);
    else if (cmd->kind == CMD_RETURN)
        return_from(c, e);
    else {
        if (cmd->kind == CMD_THREAD_CREATE && cmd->callee)
            enter_function(c, cmd->callee);
        else if (cmd->kind == CMD_THREAD_CREATE)
            enter_addressed(c);
        write_bottom(c, cmd);
        reach(c, e->to);
    }
}

// ---- first values ----
// What an object holds at first; no term: that cannot be told.
static Term first_value(Program *p, ObjId object, uint64_t offset, uint32_t bytes, Sort s) {
    assert(p->objects.at[object].kind == OBJ_GLOBAL && bytes);
    const Object *o = &p->objects.at[object];
    uint32_t pointer_bytes = p->pointer_bits / 8;
    uint64_t number = 0;
    if (bytes > sizeof number || encode_bytes(p->terms, s) > bytes || offset > o->size || bytes > o->size - offset)
        return (Term){ 0 };
    for (uint32_t i = 0; i < o->relocs.count; i++) {
        const Reloc *r = &o->relocs.at[i];
        if (r->offset >= offset + bytes || r->offset + pointer_bytes <= offset)
            continue;
        if (r->offset != offset || bytes != pointer_bytes || s.id != sort_bv(p->terms, p->pointer_bits).id)
            return (Term){ 0 };
        return term_2(p->terms, OP_BV_ADD, var_term(p, p->objects.at[r->object].address),
                      term_bv(p->terms, (uint64_t)r->addend, p->pointer_bits));
    }
    for (uint32_t i = 0; i < bytes; i++)
        number |= (uint64_t)(o->init ? o->init[offset + i] : 0) << 8 * i;
    return encode_from_bits(p->terms, term_bv(p->terms, number, 8 * bytes), s);
}

// A global variable is what it is at first, as long as nothing else is assigned.
static Cell first_cell(Program *p, VarId v) {
    const Var *var = &p->vars.at[v];
    const Object *o = &p->objects.at[var->object];
    if (var->kind != VAR_GLOBAL || !var->object || o->kind != OBJ_GLOBAL || o->external || o->made || o->thread_local)
        return bottom;
    Term value = first_value(p, var->object, var->offset, encode_bytes(p->terms, var->sort), var->sort);
    return value.id && term_is_const(p->terms, value) ? (Cell){ LEVEL_CONST, value } : bottom;
}

// ---- set-up ----
static void index_edges(Constants *c) {
    Program *p = c->p;
    VecU32 var = { 0 }, user = { 0 }, func = { 0 }, caller = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from)
            continue;
        cmd_reads(p, &edge->cmd, &var);
        while (user.count < var.count)
            vec_push(&user, e);
        if (edge->cmd.kind == CMD_CALL && edge->cmd.callee) {
            vec_push(&func, edge->cmd.callee);
            vec_push(&caller, e);
        }
    }
    c->users = digraph_new(p->vars.count, var.count, var.at, user.at);
    c->callers = digraph_new(p->funcs.count, func.count, func.at, caller.at);
    vec_free(&var);
    vec_free(&user);
    vec_free(&func);
    vec_free(&caller);
}

static void params_to_bottom(Constants *c, FuncId f) {
    for (uint32_t i = 0; i < c->p->funcs.at[f].params.count; i++)
        c->var[c->p->funcs.at[f].params.at[i]] = bottom;
}

// Parameters that get values from elsewhere than direct calls.
static void outside_params(Constants *c) {
    params_to_bottom(c, c->p->entry);
    for (FuncId f = 1; f < c->p->funcs.count; f++)
        if (c->addressed[f])
            params_to_bottom(c, f);
    for (EdgeId e = 1; e < c->p->edges.count; e++)
        if (c->p->edges.at[e].from && c->p->edges.at[e].cmd.kind == CMD_THREAD_CREATE)
            params_to_bottom(c, c->p->edges.at[e].cmd.callee);
}

static void init(Constants *c) {
    Program *p = c->p;
    c->ssa = ssa_new(p);
    c->var = base_alloc(p->vars.count * sizeof *c->var);
    c->reached = base_alloc(p->locs.count);
    c->queued = base_alloc(p->edges.count);
    c->first_result = base_alloc(p->funcs.count * sizeof *c->first_result);
    uint32_t n = 0;
    for (FuncId f = 0; f < p->funcs.count; f++) {
        c->first_result[f] = n;
        n += p->funcs.at[f].results.count;
    }
    c->result = base_alloc(n * sizeof *c->result);
    if (program_has_indirect(p))
        c->addressed = functions_with_address(p);
    else
        c->addressed = base_alloc(p->funcs.count);
    for (VarId v = 0; v < p->vars.count; v++) {
        bool param = c->ssa.kind[v] == SSA_RIGID && p->vars.at[v].kind == VAR_PARAM;
        if (c->ssa.kind[v] != SSA_STRICT && !param)
            c->var[v] = v ? first_cell(p, v) : bottom;
    }
    outside_params(c);
    index_edges(c);
}

static void done(Constants *c) {
    ssa_free(&c->ssa);
    free(c->var);
    free(c->result);
    free(c->first_result);
    free(c->reached);
    free(c->addressed);
    free(c->queued);
    digraph_free(&c->users);
    digraph_free(&c->callers);
    vec_free(&c->work);
}

// ---- the fixed point ----
// A variable that a reached edge reads without any value seen would be used
// before its definition; it may then be anything.
static bool lower_unseen(Constants *c) {
    bool changed = false;
    for (VarId v = 1; v < c->p->vars.count; v++) {
        if (c->var[v].level != LEVEL_TOP)
            continue;
        for (uint32_t i = c->users.first[v]; i < c->users.first[v + 1] && c->var[v].level == LEVEL_TOP; i++)
            if (c->reached[c->p->edges.at[c->users.to[i]].from]) {
                lower_var(c, v, bottom);
                changed = true;
            }
    }
    return changed;
}

static void propagate(Constants *c) {
    reach(c, c->p->funcs.at[c->p->entry].entry);
    do {
        while (c->work.count) {
            EdgeId e = vec_pop(&c->work);
            c->queued[e] = 0;
            visit(c, e);
        }
    } while (lower_unseen(c));
}

// ---- the new program ----
// A call through a pointer that is the address of a fitting function.
static void make_direct(Program *p, Cmd *cmd) {
    VarId v = program_var_of(p, cmd->a);
    if (cmd->kind != CMD_CALL || cmd->callee || !v || p->vars.at[v].kind != VAR_ADDRESS)
        return;
    const Object *object = &p->objects.at[p->vars.at[v].object];
    if (object->kind != OBJ_FUNCTION || !p->funcs.at[object->func].defined || !call_fits(p, cmd, object->func))
        return;
    cmd->callee = object->func;
    cmd->a = (Term){ 0 };
}

// The constant object and the place in it that an address is of.
static bool constant_place(const Program *p, Term address, ObjId *object, uint64_t *offset) {
    const Terms *t = p->terms;
    uint64_t high;
    *offset = 0;
    if (term_op(t, address) == OP_BV_ADD && term_arity(t, address) == 2) {
        uint32_t constant = term_is_const(t, term_arg(t, address, 0)) ? 0 : 1;
        if (!term_is_const(t, term_arg(t, address, constant)))
            return false;
        term_bits(t, term_arg(t, address, constant), offset, &high);
        address = term_arg(t, address, 1 - constant);
    }
    VarId v = program_var_of(p, address);
    *object = v && p->vars.at[v].kind == VAR_ADDRESS ? p->vars.at[v].object : 0;
    const Object *o = &p->objects.at[*object];
    return *object && o->kind == OBJ_GLOBAL && o->constant && !o->external && !o->made;
}

// A load from a constant is an assignment.
static void fold_load(Program *p, Cmd *cmd) {
    ObjId object;
    uint64_t offset;
    if (cmd->kind != CMD_LOAD || cmd->is_volatile || !constant_place(p, cmd->a, &object, &offset))
        return;
    Term value = first_value(p, object, offset, cmd->bytes, p->vars.at[cmd->var].sort);
    if (value.id)
        *cmd = cmd_assign(p, cmd->var, value);
}

static bool rewrite(Constants *c, EdgeId id, Map *cache) {
    assert(c->reached[c->p->edges.at[id].from]);
    Program *p = c->p;
    Edge *e = &p->edges.at[id];
    Cmd cmd = cmd_map(p, &e->cmd, known, c, cache);
    if (cmd.kind == CMD_ASSUME)
        cmd.a = fold_addresses(p, cmd.a);
    if (cmd.kind == CMD_ASSUME && term_same(cmd.a, term_false(p->terms))) {
        program_delete_edge(p, id);
        return true;
    }
    // Where other edges are left, the location keeps its form: all ASSUME.
    bool alone = p->locs.at[e->from].first_out == p->locs.at[e->from].last_out;
    if (cmd.kind == CMD_ASSUME && alone && term_same(cmd.a, term_true(p->terms)))
        cmd = (Cmd){ .kind = CMD_SKIP };
    make_direct(p, &cmd);
    fold_load(p, &cmd);
    if (cmd_same(&cmd, &e->cmd))
        return false;
    e->cmd = cmd;
    return true;
}

bool simplify_constants(Program *p) {
    if (!p->entry)
        return false;
    Constants c = { .p = p };
    init(&c);
    propagate(&c);
    bool changed = false;
    Map cache = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        if (!p->edges.at[e].from)
            continue;
        if (c.reached[p->edges.at[e].from]) {
            changed |= rewrite(&c, e, &cache);
            continue;
        }
        program_delete_edge(p, e);
        changed = true;
    }
    bindings_map(p, known, &c, &cache);
    map_free(&cache);
    done(&c);
    return changed;
}

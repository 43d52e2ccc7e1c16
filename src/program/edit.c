// edit.c - looking into commands, rewriting them, moving edges
#include "program/edit.h"
#include "program/digraph.h"

// ---- commands ----
void cmd_terms(const Cmd *cmd, VecTerm *out) {
    if (cmd->a.id)
        vec_push(out, cmd->a);
    if (cmd->b.id)
        vec_push(out, cmd->b);
    if (cmd->c.id)
        vec_push(out, cmd->c);
    for (uint32_t i = 0; cmd->terms && i < cmd->n; i++)
        if (cmd->terms[i].id)
            vec_push(out, cmd->terms[i]);
}

void cmd_reads(const Program *p, const Cmd *cmd, VecU32 *out) {
    VecTerm terms = { 0 }, vars = { 0 };
    cmd_terms(cmd, &terms);
    for (uint32_t i = 0; i < terms.count; i++) {
        vars.count = 0;
        term_vars(p->terms, terms.at[i], &vars);
        for (uint32_t k = 0; k < vars.count; k++) {
            VarId v = program_var_of(p, vars.at[k]);
            if (v)
                vec_push(out, v);
        }
    }
    vec_free(&terms);
    vec_free(&vars);
}

uint32_t cmd_writes(const Cmd *cmd, const VarId **vars) {
    if (cmd->kind == CMD_ASSIGN || cmd->kind == CMD_CALL) {
        *vars = cmd->vars;
        return cmd->n_vars;
    }
    *vars = &cmd->var;
    return cmd->var != 0;
}

ObjId site_copy(Program *p, ObjId site, FuncId func) {
    Object old = p->objects.at[site];
    assert((old.kind == OBJ_STACK || old.kind == OBJ_HEAP) && !old.relocs.count && "an allocation site");
    ObjId copy = program_object(p, old.kind, program_text(p, old.name));
    Name unique = p->objects.at[copy].name;
    memset(&old.relocs, 0, sizeof old.relocs); // sites have none
    p->objects.at[copy] = old;
    p->objects.at[copy].name = unique;
    p->objects.at[copy].func = func;
    for (RegionId r = 1; r < p->regions.count; r++)
        for (uint32_t i = 0, n = p->regions.at[r].objects.count; i < n; i++)
            if (p->regions.at[r].objects.at[i] == site)
                vec_push(&p->regions.at[r].objects, copy);
    return copy;
}

Cmd cmd_map(Program *p, const Cmd *cmd, TermLeaf leaf, void *context, Map *cache) {
    Cmd out = *cmd;
    Term *part[] = { &out.a, &out.b, &out.c };
    for (uint32_t i = 0; i < COUNT(part); i++)
        if (part[i]->id)
            *part[i] = term_map(p->terms, *part[i], leaf, context, cache);
    if (!cmd->terms)
        return out;
    out.terms = arena_array(p->arena, Term, cmd->n);
    for (uint32_t i = 0; i < cmd->n; i++)
        out.terms[i] = cmd->terms[i].id ? term_map(p->terms, cmd->terms[i], leaf, context, cache) : cmd->terms[i];
    return out;
}

Term zero_of(Terms *t, Sort s) {
    assert(sort_kind(t, s) == SORT_BOOL || sort_kind(t, s) == SORT_BV || sort_kind(t, s) == SORT_FLOAT);
    if (sort_kind(t, s) == SORT_BOOL)
        return term_false(t);
    if (sort_kind(t, s) == SORT_FLOAT)
        return term_fp_bits(t, 0, 0, s);
    return term_bv(t, 0, sort_width(t, s));
}

bool cmd_same(const Cmd *a, const Cmd *b) {
    bool same = a->kind == b->kind && a->var == b->var && a->a.id == b->a.id && a->b.id == b->b.id &&
                a->c.id == b->c.id && a->n == b->n && a->n_vars == b->n_vars && a->callee == b->callee &&
                a->event == b->event && a->goal == b->goal && a->write == b->write && a->valid == b->valid;
    for (uint32_t i = 0; same && a->terms && i < a->n; i++)
        same = a->terms[i].id == b->terms[i].id;
    for (uint32_t i = 0; same && a->vars && i < a->n_vars; i++)
        same = a->vars[i] == b->vars[i];
    return same;
}

// ---- addresses ----
// Where 'a' is the address of a function with body or of a global object of
// at least one byte: which object.  Of others it is not certain that they
// have an address of their own.
static ObjId object_at(const Program *p, Term a) {
    VarId v = program_var_of(p, a);
    if (!v || p->vars.at[v].kind != VAR_ADDRESS)
        return 0;
    ObjId id = p->vars.at[v].object;
    assert(id && id < p->objects.count && "an address variable is of an object");
    const Object *o = &p->objects.at[id];
    bool function = o->kind == OBJ_FUNCTION && p->funcs.at[o->func].defined;
    bool global = o->kind == OBJ_GLOBAL && o->size && !o->external && !o->thread_local;
    return function || global ? id : 0;
}

static bool is_zero(const Program *p, Term a) {
    return term_op(p->terms, a) == OP_BV_CONST && term_same(a, term_bv(p->terms, 0, p->pointer_bits));
}

enum { FOLD_DEPTH = 12 }; // of conjunctions, disjunctions and negations

static Term fold(const Program *p, Term a, uint32_t depth) {
    Terms *t = p->terms;
    Op op = term_op(t, a);
    if (op == OP_EQ) {
        Term x = term_arg(t, a, 0), y = term_arg(t, a, 1);
        ObjId ox = object_at(p, x), oy = object_at(p, y);
        bool differ = (ox && oy && ox != oy) || (ox && is_zero(p, y)) || (oy && is_zero(p, x));
        return differ ? term_false(t) : a;
    }
    if (!depth || (op != OP_NOT && op != OP_AND && op != OP_OR))
        return a;
    VecTerm arg = { 0 };
    for (uint32_t i = 0; i < term_arity(t, a); i++)
        vec_push(&arg, fold(p, term_arg(t, a, i), depth - 1));
    Term folded = term_build(t, op, term_sort(t, a), arg.count, arg.at, 0, 0);
    vec_free(&arg);
    return folded;
}

Term fold_addresses(const Program *p, Term condition) {
    assert(sort_kind(p->terms, term_sort(p->terms, condition)) == SORT_BOOL);
    return fold(p, condition, FOLD_DEPTH);
}

// ---- locations and edges ----
EdgeId loc_only_out(const Program *p, LocId loc) {
    const Loc *l = &p->locs.at[loc];
    return l->first_out == l->last_out ? l->first_out : 0;
}

bool loc_is_fixed(const Program *p, LocId loc) {
    FuncId f = p->locs.at[loc].func;
    return !f || p->locs.at[loc].cut || p->funcs.at[f].entry == loc || p->funcs.at[f].exit == loc;
}

void edge_set_source(Program *p, EdgeId e, LocId from) {
    assert(p->edges.at[e].from && p->locs.at[from].func == p->locs.at[p->edges.at[e].from].func);
    Edge kept = p->edges.at[e];
    program_delete_edge(p, e);
    kept.from = from;
    kept.next_out = 0;
    p->edges.at[e] = kept;
    Loc *loc = &p->locs.at[from];
    if (loc->last_out)
        p->edges.at[loc->last_out].next_out = e;
    else
        loc->first_out = e;
    loc->last_out = e;
}

void edge_become_skip(Program *p, EdgeId e) {
    assert(p->edges.at[e].from && p->edges.at[e].to != p->error && "a goal is not skipped");
    p->edges.at[e].cmd = (Cmd){ .kind = CMD_SKIP };
}

void loc_delete_out(Program *p, LocId loc) {
    while (p->locs.at[loc].first_out)
        program_delete_edge(p, p->locs.at[loc].first_out);
}

// ---- calls ----
bool program_has_threads(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_THREAD_CREATE)
            return true;
    return false;
}

bool program_may_deadlock(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        CmdKind kind = p->edges.at[e].from ? p->edges.at[e].cmd.kind : CMD_SKIP;
        if ((kind == CMD_MUTEX_LOCK || kind == CMD_THREAD_JOIN) && p->edges.at[e].cmd.goal)
            return true;
    }
    return false;
}

bool program_has_interrupts(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_INTERRUPT)
            return true;
    return false;
}

bool program_thread_fits(const Program *p, FuncId func) {
    const Function *f = &p->funcs.at[func];
    bool fits = f->params.count <= 1 && f->results.count <= 1;
    for (uint32_t i = 0; fits && i < f->params.count; i++)
        fits = sort_kind(p->terms, p->vars.at[f->params.at[i]].sort) == SORT_BV;
    for (uint32_t i = 0; fits && i < f->results.count; i++)
        fits = sort_kind(p->terms, f->results.at[i]) == SORT_BV;
    return fits;
}

bool program_has_races(const Program *p) {
    for (GoalId g = 1; g < p->goals.count; g++)
        if (p->goals.at[g].kind == GOAL_RACE)
            return true;
    return false;
}

bool program_has_indirect(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && cmd_is_call(&p->edges.at[e].cmd) && !p->edges.at[e].cmd.callee)
            return true;
    return false;
}

static void note_address(const Program *p, ObjId object, uint8_t taken[]) {
    if (object && p->objects.at[object].kind == OBJ_FUNCTION)
        taken[p->objects.at[object].func] = 1;
}

uint8_t *functions_with_address(const Program *p) {
    uint8_t *taken = base_alloc(p->funcs.count);
    VecU32 reads = { 0 };
    for (FuncId f = 1; f < p->funcs.count; f++)
        taken[f] = p->funcs.at[f].address_taken;
    for (ObjId o = 1; o < p->objects.count; o++)
        for (uint32_t i = 0; i < p->objects.at[o].relocs.count; i++)
            note_address(p, p->objects.at[o].relocs.at[i].object, taken);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from)
            cmd_reads(p, &p->edges.at[e].cmd, &reads);
    for (uint32_t i = 0; i < reads.count; i++)
        if (p->vars.at[reads.at[i]].kind == VAR_ADDRESS)
            note_address(p, p->vars.at[reads.at[i]].object, taken);
    vec_free(&reads);
    return taken;
}

bool value_arrives(const Program *p, Sort from, Sort to) {
    const Terms *t = p->terms;
    return from.id == to.id || (sort_kind(t, from) == SORT_BV && sort_kind(t, to) == SORT_BV &&
                                sort_width(t, from) > sort_width(t, to) && sort_width(t, from) <= p->pointer_bits);
}

Term value_cut(const Program *p, Term value, Sort to) {
    assert(value_arrives(p, term_sort(p->terms, value), to));
    return term_sort(p->terms, value).id == to.id ? value
                                                  : term_extract(p->terms, value, sort_width(p->terms, to) - 1, 0);
}

Passed call_passes(const Program *p, const Cmd *cmd, FuncId f) {
    assert(cmd->kind == CMD_CALL && f && f < p->funcs.count);
    const Function *callee = &p->funcs.at[f];
    uint32_t args = cmd->n - cmd->variadic, params = callee->params.count - callee->variadic;
    assert(cmd->n >= cmd->variadic && callee->params.count >= callee->variadic);
    Passed passed = { 0 };
    while (
        passed.args < args && passed.args < params &&
        value_arrives(p, term_sort(p->terms, cmd->terms[passed.args]), p->vars.at[callee->params.at[passed.args]].sort))
        passed.args++;
    while (passed.results < cmd->n_vars && passed.results < callee->results.count &&
           value_arrives(p, callee->results.at[passed.results], p->vars.at[cmd->vars[passed.results]].sort))
        passed.results++;
    return passed;
}

bool call_fits(const Program *p, const Cmd *cmd, FuncId f) {
    const Function *callee = &p->funcs.at[f];
    if (cmd->n != callee->params.count || cmd->n_vars != callee->results.count || cmd->variadic != callee->variadic)
        return false;
    for (uint32_t i = 0; i < cmd->n; i++)
        if (term_sort(p->terms, cmd->terms[i]).id != p->vars.at[callee->params.at[i]].sort.id)
            return false;
    for (uint32_t i = 0; i < cmd->n_vars; i++)
        if (p->vars.at[cmd->vars[i]].sort.id != callee->results.at[i].id)
            return false;
    return true;
}

bool call_is_modelled(const Program *p, const Cmd *cmd, FuncId f) {
    return !p->funcs.at[f].variadic || call_fits(p, cmd, f);
}

FuncId call_outside(const Program *p, const Cmd *cmd) {
    for (FuncId f = 1; cmd->kind == CMD_CALL && f < p->funcs.count; f++)
        if (p->funcs.at[f].outside && call_fits(p, cmd, f))
            return f;
    return 0;
}

// ---- bindings ----
// By LocId: the location that stands for it in the end, and over how many others.
typedef struct Moved {
    LocId into;
    uint32_t hops;
} Moved;

static Moved *representatives(const Program *p, const LocId into[]) {
    Moved *moved = base_alloc(p->locs.count * sizeof *moved);
    VecU32 chain = { 0 };
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        LocId at = loc;
        for (; !moved[at].into && into[at]; at = into[at]) {
            assert(chain.count < p->locs.count && "locations stand for each other in a ring");
            vec_push(&chain, at);
        }
        if (!moved[at].into)
            moved[at] = (Moved){ at, 0 };
        while (chain.count) {
            Moved next = moved[at];
            at = vec_pop(&chain);
            moved[at] = (Moved){ next.into, next.hops + 1 };
        }
    }
    vec_free(&chain);
    return moved;
}

// The bindings from the farthest to the nearest, each kind in the order it had.
static uint32_t *farthest_first(const Program *p, const Moved moved[]) {
    uint32_t most = 0, n = p->bindings.count;
    for (uint32_t i = 1; i < n; i++)
        if (moved[p->bindings.at[i].loc].hops > most)
            most = moved[p->bindings.at[i].loc].hops;
    VecU32 nearness = { 0 }, index = { 0 };
    for (uint32_t i = 1; i < n; i++) {
        vec_push(&nearness, most - moved[p->bindings.at[i].loc].hops);
        vec_push(&index, i);
    }
    Digraph buckets = digraph_new(most + 1, index.count, nearness.at, index.at);
    assert(buckets.first[most + 1] == n - 1 && "each binding is in one bucket");
    uint32_t *order = base_alloc((n + 1) * sizeof *order);
    for (uint32_t i = 1; i < n; i++)
        order[i] = buckets.to[i - 1];
    digraph_free(&buckets);
    vec_free(&nearness);
    vec_free(&index);
    return order;
}

// Moved bindings come first, those from farther away before those from nearer:
// of two bindings of one variable at a location, the later holds.
void bindings_move(Program *p, const LocId into[]) {
    uint32_t n = p->bindings.count;
    if (n <= 1)
        return;
    Moved *moved = representatives(p, into);
    uint32_t *order = farthest_first(p, moved);
    Digraph in = edges_into(p);
    Binding *old = base_alloc(n * sizeof *old);
    memcpy(old, p->bindings.at, n * sizeof *old);
    for (uint32_t i = 1; i < n; i++) {
        Binding b = old[order[i]];
        assert(b.loc && b.loc < p->locs.count);
        Moved to = moved[b.loc];
        b.loc = to.into;
        if (to.hops && in.first[b.loc + 1] - in.first[b.loc] > 1)
            b.value = (Term){ 0 };
        p->bindings.at[i] = b;
    }
    digraph_free(&in);
    free(order);
    free(moved);
    free(old);
}

static bool mentions_gone(const Program *p, Term value, const uint8_t keep[], VecTerm *vars) {
    bool gone = false;
    vars->count = 0;
    if (value.id)
        term_vars(p->terms, value, vars);
    for (uint32_t k = 0; k < vars->count; k++)
        gone |= !keep[program_var_of(p, vars->at[k])];
    return gone;
}

void bindings_forget(Program *p, const uint8_t keep[]) {
    VecTerm vars = { 0 };
    for (uint32_t i = 1; i < p->bindings.count; i++)
        if (mentions_gone(p, p->bindings.at[i].value, keep, &vars))
            p->bindings.at[i].value = (Term){ 0 };
    for (uint32_t i = 1; i < p->loop_vars.count; i++)
        if (mentions_gone(p, p->loop_vars.at[i].value, keep, &vars))
            p->loop_vars.at[i].value = (Term){ 0 };
    vec_free(&vars);
}

void bindings_map(Program *p, TermLeaf leaf, void *context, Map *cache) {
    for (uint32_t i = 1; i < p->bindings.count; i++) {
        Binding *b = &p->bindings.at[i];
        if (b->value.id)
            b->value = term_map(p->terms, b->value, leaf, context, cache);
    }
    for (uint32_t i = 1; i < p->loop_vars.count; i++) {
        LoopVar *v = &p->loop_vars.at[i];
        if (v->value.id)
            v->value = term_map(p->terms, v->value, leaf, context, cache);
    }
}

// ---- source loops ----
void loops_move(Program *p, const LocId into[], StateChange change) {
    if (p->loops.count <= 1)
        return;
    Moved *moved = representatives(p, into);
    for (uint32_t i = 1; i < p->loops.count; i++) {
        LocId loc = p->loops.at[i].loc;
        if (loc && into[loc])
            p->loops.at[i].loc = change == STATE_KEPT ? moved[loc].into : 0;
    }
    free(moved);
}

void loops_delete(Program *p, const uint8_t seen[]) {
    uint32_t kept = 1;
    for (uint32_t i = 1; i < p->loops.count; i++)
        if (!p->loops.at[i].loc || seen[p->loops.at[i].loc])
            p->loops.at[kept++] = p->loops.at[i];
    if (p->loops.count)
        p->loops.count = kept;
}

// simplify.c - unreachable code, steps that do nothing, assignments in a row;
// and the order of all passes
#include "program/simplify.h"
#include "program/cutpoint.h"
#include "program/digraph.h"
#include "program/edit.h"

// ---- unreachable code ----
typedef struct Reach {
    const Program *p;
    uint8_t *seen; // per LocId
    uint8_t *addressed;
    VecU32 work;
} Reach;

static void reach(Reach *r, LocId loc) {
    if (!loc || r->seen[loc])
        return;
    r->seen[loc] = 1;
    vec_push(&r->work, loc);
}

static void reach_callees(Reach *r, const Cmd *cmd) {
    const Program *p = r->p;
    if (cmd->callee) {
        reach(r, p->funcs.at[cmd->callee].entry);
        return;
    }
    for (FuncId f = 1; f < p->funcs.count; f++)
        if (r->addressed[f])
            reach(r, p->funcs.at[f].entry);
}

static bool delete_unseen(Program *p, const uint8_t seen[]) {
    bool changed = false;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && !seen[p->edges.at[e].from]) {
            program_delete_edge(p, e);
            changed = true;
        }
    uint32_t kept = 1;
    for (uint32_t i = 1; i < p->bindings.count; i++)
        if (seen[p->bindings.at[i].loc])
            p->bindings.at[kept++] = p->bindings.at[i];
    if (p->bindings.count)
        p->bindings.count = kept;
    return changed;
}

bool simplify_unreachable(Program *p) {
    if (!p->entry)
        return false;
    Reach r = { .p = p, .seen = base_alloc(p->locs.count), .addressed = functions_with_address(p) };
    reach(&r, p->funcs.at[p->entry].entry);
    while (r.work.count) {
        LocId loc = vec_pop(&r.work);
        for_out_edges(p, loc, e) {
            reach(&r, p->edges.at[e].to);
            if (cmd_is_call(&p->edges.at[e].cmd))
                reach_callees(&r, &p->edges.at[e].cmd);
        }
    }
    bool changed = delete_unseen(p, r.seen);
    free(r.seen);
    free(r.addressed);
    vec_free(&r.work);
    return changed;
}

// ---- steps that do nothing ----
static bool is_fixed(const Program *p, LocId loc) { // keeps its place: entry, exit, error, stop
    FuncId f = p->locs.at[loc].func;
    return !f || p->funcs.at[f].entry == loc || p->funcs.at[f].exit == loc;
}

static EdgeId only_out(const Program *p, LocId loc) {
    const Loc *l = &p->locs.at[loc];
    return l->first_out == l->last_out ? l->first_out : 0;
}

static LocId find(LocId into[], LocId loc) {
    LocId root = loc;
    while (into[root])
        root = into[root];
    return root;
}

// Two edges to one place under c and not c: the test does not matter.
static bool fold_test(Program *p, LocId loc) {
    EdgeId first = p->locs.at[loc].first_out, second = p->locs.at[loc].last_out;
    if (!first || p->edges.at[first].next_out != second || first == second)
        return false;
    Edge *a = &p->edges.at[first];
    const Edge *b = &p->edges.at[second];
    if (a->to != b->to || a->cmd.kind != CMD_ASSUME || b->cmd.kind != CMD_ASSUME ||
        !term_same(term_not(p->terms, a->cmd.a), b->cmd.a))
        return false;
    program_delete_edge(p, second);
    edge_become_skip(p, first);
    return true;
}

// A location whose only edge is SKIP becomes one with the edge's target.
static bool contract_back(Program *p, LocId loc, LocId into[]) {
    EdgeId e = only_out(p, loc);
    if (!e || is_fixed(p, loc) || p->edges.at[e].cmd.kind != CMD_SKIP)
        return false;
    LocId to = find(into, p->edges.at[e].to);
    if (to == loc || to == p->stop || p->funcs.at[p->locs.at[loc].func].exit == to)
        return false;
    into[loc] = to;
    program_delete_edge(p, e);
    return true;
}

// A function that starts with SKIP starts one step later, unless one can
// come back to there.
static bool contract_entry(Program *p, FuncId f, const Digraph *in, LocId into[]) {
    LocId entry = p->funcs.at[f].entry;
    EdgeId e = entry ? only_out(p, entry) : 0;
    if (!e || p->edges.at[e].cmd.kind != CMD_SKIP)
        return false;
    LocId to = p->edges.at[e].to;
    if (is_fixed(p, to) || in->first[to + 1] - in->first[to] != 1)
        return false;
    program_delete_edge(p, e);
    while (p->locs.at[to].first_out)
        edge_set_source(p, p->locs.at[to].first_out, entry);
    into[to] = entry;
    return true;
}

static void retarget(Program *p, LocId into[]) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from)
            p->edges.at[e].to = find(into, p->edges.at[e].to);
}

bool simplify_skips(Program *p) {
    LocId *into = base_alloc(p->locs.count * sizeof *into);
    bool changed = false, folded = false;
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        folded |= fold_test(p, loc);
        changed |= contract_back(p, loc, into);
    }
    retarget(p, into);
    if (changed)
        bindings_move(p, into);
    memset(into, 0, p->locs.count * sizeof *into);
    Digraph in = edges_into(p);
    bool entries = false;
    for (FuncId f = 1; f < p->funcs.count; f++)
        entries |= contract_entry(p, f, &in, into);
    if (entries) {
        retarget(p, into);
        bindings_move(p, into);
    }
    digraph_free(&in);
    free(into);
    return changed || folded || entries;
}

// ---- assignments in a row ----
enum { LARGEST = 60 }; // nodes of a composed term, unless it is no larger than before

typedef struct Chain {
    Program *p;
    Digraph in;
    LocId *into;
    bool threads;
    VecU32 vars; // what the chain so far assigns ...
    VecTerm terms;
    Map place;   // ... VarId -> 1 + its place in both
    bool shared; // the chain touches a global variable
} Chain;

static Term composed(void *context, Term variable) {
    Chain *c = context;
    uint32_t at = map_find(&c->place, program_var_of(c->p, variable));
    return at ? c->terms.at[at - 1] : variable;
}

static bool touches_global(const Program *p, const Cmd *cmd) {
    VecU32 vars = { 0 };
    cmd_reads(p, cmd, &vars);
    for (uint32_t i = 0; i < cmd->n; i++)
        vec_push(&vars, cmd->vars[i]);
    bool touches = false;
    for (uint32_t i = 0; i < vars.count; i++)
        touches |= p->vars.at[vars.at[i]].kind == VAR_GLOBAL;
    vec_free(&vars);
    return touches;
}

// Adds an assignment to the chain; false where its terms would grow too much,
// or where two accesses to what threads share would become one step.
static bool compose(Chain *c, const Cmd *cmd) {
    bool shared = c->threads && touches_global(c->p, cmd);
    if (shared && c->shared)
        return false;
    VecTerm values = { 0 };
    bool fits = true;
    for (uint32_t i = 0; fits && i < cmd->n; i++) {
        Term t = term_map(c->p->terms, cmd->terms[i], composed, c, NULL);
        vec_push(&values, t);
        fits = term_same(t, cmd->terms[i]) || term_size(c->p->terms, t) <= LARGEST;
    }
    for (uint32_t i = 0; fits && i < cmd->n; i++) {
        uint32_t at = map_find(&c->place, cmd->vars[i]);
        if (at) {
            c->terms.at[at - 1] = values.at[i];
            continue;
        }
        vec_push(&c->vars, cmd->vars[i]);
        vec_push(&c->terms, values.at[i]);
        map_put(&c->place, cmd->vars[i], c->vars.count);
    }
    vec_free(&values);
    c->shared |= fits && shared;
    return fits;
}

static void start_chain(Chain *c) {
    c->vars.count = c->terms.count = 0;
    map_free(&c->place);
    c->shared = false;
}

// The next assignment after edge e, if nothing else enters or leaves between.
static EdgeId next_in_chain(const Chain *c, EdgeId e) {
    const Program *p = c->p;
    LocId middle = p->edges.at[e].to;
    if (p->edges.at[e].cmd.kind != CMD_ASSIGN || is_fixed(p, middle) ||
        c->in.first[middle + 1] - c->in.first[middle] != 1)
        return 0;
    EdgeId next = only_out(p, middle);
    if (!next || p->edges.at[next].cmd.kind != CMD_ASSIGN || p->edges.at[next].to == middle)
        return 0;
    return next;
}

static bool starts_chain(const Chain *c, EdgeId e) {
    const Program *p = c->p;
    LocId from = p->edges.at[e].from;
    bool middle = !is_fixed(p, from) && only_out(p, from) && c->in.first[from + 1] - c->in.first[from] == 1;
    return !middle || p->edges.at[c->in.to[c->in.first[from]]].cmd.kind != CMD_ASSIGN;
}

// Walks down from 'first', and gives each run of assignments that fits to its
// first edge.
static bool run_chain(Chain *c, EdgeId first) {
    Program *p = c->p;
    bool changed = false;
    for (EdgeId e = first, next = next_in_chain(c, e); next; next = next_in_chain(c, e)) {
        start_chain(c);
        compose(c, &p->edges.at[e].cmd);
        VecU32 gone = { 0 };
        EdgeId last = e;
        while (next && compose(c, &p->edges.at[next].cmd)) {
            vec_push(&gone, next);
            last = next;
            next = next_in_chain(c, last);
        }
        LocId to = p->edges.at[last].to;
        EdgeId rest = next;
        for (uint32_t i = 0; i < gone.count; i++) {
            c->into[p->edges.at[gone.at[i]].from] = p->edges.at[gone.at[i]].to;
            program_delete_edge(p, gone.at[i]);
        }
        if (gone.count) {
            p->edges.at[e].cmd = cmd_assign_n(p, c->vars.count, c->vars.at, c->terms.at);
            p->edges.at[e].to = to;
            changed = true;
        }
        vec_free(&gone);
        if (!rest)
            break;
        e = rest;
    }
    return changed;
}

bool simplify_chains(Program *p) {
    Chain c = { .p = p, .in = edges_into(p), .threads = program_has_threads(p) };
    c.into = base_alloc(p->locs.count * sizeof *c.into);
    bool changed = false;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ASSIGN && starts_chain(&c, e))
            changed |= run_chain(&c, e);
    if (changed)
        bindings_move(p, c.into);
    digraph_free(&c.in);
    free(c.into);
    vec_free(&c.vars);
    vec_free(&c.terms);
    map_free(&c.place);
    return changed;
}

// ---- all of them ----
enum { ROUNDS = 6 }; // each finds less than the one before; mostly two are enough

static bool round_of(Program *p, unsigned passes) {
    bool changed = false;
    if (passes & PASS_UNREACHABLE)
        changed |= simplify_unreachable(p);
    if (passes & PASS_CONSTANTS)
        changed |= simplify_constants(p);
    if (passes & PASS_FORWARD)
        changed |= simplify_forward(p);
    if (passes & PASS_DEAD)
        changed |= simplify_dead(p, LOADS_KEPT);
    if (passes & PASS_SKIPS)
        changed |= simplify_skips(p);
    return changed;
}

static bool rounds(Program *p, unsigned passes) {
    bool changed = false;
    for (uint32_t i = 0; i < ROUNDS && round_of(p, passes); i++)
        changed = true;
    return changed;
}

bool program_simplify(Program *p, unsigned passes) {
    bool changed = rounds(p, passes);
    if (passes & PASS_INLINE && simplify_inline(p, 0)) {
        changed = true;
        rounds(p, passes);
    }
    // Composing makes temporaries dead, and the dead steps let more compose.
    for (uint32_t i = 0; i < ROUNDS && passes & PASS_CHAINS && simplify_chains(p); i++) {
        changed = true;
        rounds(p, passes);
    }
    changed |= program_split_entries(p); // as the cutpoint graphs want it
#ifndef NDEBUG
    program_check(p);
#endif
    return changed;
}

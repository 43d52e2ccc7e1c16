// simplify.c - unreachable code, steps that do nothing, and the order of all passes
#include "program/pass/simplify.h"
#include "program/step/cutpoint.h"
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
    assert(seen[p->funcs.at[p->entry].entry]);
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
    loops_delete(p, seen);
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
    assert(!into[loc] && "each location is asked once");
    EdgeId e = loc_only_out(p, loc);
    if (!e || loc_is_fixed(p, loc) || p->edges.at[e].cmd.kind != CMD_SKIP)
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
    EdgeId e = entry ? loc_only_out(p, entry) : 0;
    if (!e || p->edges.at[e].cmd.kind != CMD_SKIP)
        return false;
    LocId to = p->edges.at[e].to;
    if (loc_is_fixed(p, to) || in->first[to + 1] - in->first[to] != 1)
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
    if (changed) {
        bindings_move(p, into);
        loops_move(p, into, STATE_KEPT);
    }
    memset(into, 0, p->locs.count * sizeof *into);
    Digraph in = edges_into(p);
    bool entries = false;
    for (FuncId f = 1; f < p->funcs.count; f++)
        entries |= contract_entry(p, f, &in, into);
    if (entries) {
        retarget(p, into);
        bindings_move(p, into);
        loops_move(p, into, STATE_KEPT);
    }
    digraph_free(&in);
    free(into);
    return changed || folded || entries;
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

// Composing makes temporaries dead, and the dead steps let more compose.
static bool compose(Program *p, unsigned passes) {
    bool changed = false;
    for (uint32_t i = 0; i < ROUNDS && passes & PASS_CHAINS && simplify_chains(p); i++) {
        changed = true;
        rounds(p, passes);
    }
    return changed;
}

bool program_simplify(Program *p, unsigned passes) {
    assert(!(passes & ~(unsigned)PASS_ALL));
    bool changed = rounds(p, passes);
    // What was inlined gets smaller, which leaves room for more.
    uint32_t budget = inline_budget(p);
    for (uint32_t i = 0; i < ROUNDS && passes & PASS_INLINE && simplify_inline(p, budget); i++) {
        changed = true;
        rounds(p, passes);
        compose(p, passes);
    }
    changed |= compose(p, passes);
    changed |= program_split_entries(p); // as the cutpoint graphs want it
#ifndef NDEBUG
    program_check(p);
#endif
    return changed;
}

// chains.c - assignments in a row become one, and go into what follows
//
//   A --x := s--> M --y := t--> B    becomes    A --x := s, y := t[s/x]--> B
//
// where nothing else enters or leaves M and the terms stay small.  What only the
// commands after a chain read is put into them, so that x := g; assume(x > 0)
// becomes assume(g > 0), with g global, and x is dead.  This looks at single
// steps only and needs no SSA.
#include "program/digraph.h"
#include "program/edit.h"
#include "program/pass/simplify.h"

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

// Does it read a pointer that the chain makes of a number?  That is not put in the place of the pointer.
static bool reads_from_number(const Chain *c, const Cmd *cmd) {
    VecU32 vars = { 0 };
    cmd_reads(c->p, cmd, &vars);
    bool reads = false;
    for (uint32_t i = 0; i < vars.count; i++)
        reads |= c->p->vars.at[vars.at[i]].from_number && map_find(&c->place, vars.at[i]);
    vec_free(&vars);
    return reads;
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
    assert(cmd->kind == CMD_ASSIGN && cmd->n == cmd->n_vars);
    bool shared = c->threads && touches_global(c->p, cmd);
    if ((shared && c->shared) || reads_from_number(c, cmd))
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
    if (p->edges.at[e].cmd.kind != CMD_ASSIGN || loc_is_fixed(p, middle) ||
        c->in.first[middle + 1] - c->in.first[middle] != 1)
        return 0;
    EdgeId next = loc_only_out(p, middle);
    if (!next || p->edges.at[next].cmd.kind != CMD_ASSIGN || p->edges.at[next].to == middle)
        return 0;
    return next;
}

static bool starts_chain(const Chain *c, EdgeId e) {
    const Program *p = c->p;
    LocId from = p->edges.at[e].from;
    bool middle = !loc_is_fixed(p, from) && loc_only_out(p, from) && c->in.first[from + 1] - c->in.first[from] == 1;
    return !middle || p->edges.at[c->in.to[c->in.first[from]]].cmd.kind != CMD_ASSIGN;
}

// Walks down from 'first', and gives each run of assignments that fits to its
// first edge.
static bool run_chain(Chain *c, EdgeId first) {
    assert(starts_chain(c, first));
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

// ---- into the next command ----
typedef struct Step { // an assignment and what follows
    const Cmd *cmd;
    Map assigned;    // VarId -> 1: by cmd
    Map reads_after; // VarId -> how many terms right after cmd read it
} Step;

static Step step_at(const Program *p, EdgeId e) {
    Step s = { .cmd = &p->edges.at[e].cmd };
    VecU32 reads = { 0 };
    for_out_edges(p, p->edges.at[e].to, k) cmd_reads(p, &p->edges.at[k].cmd, &reads);
    for (uint32_t i = 0; i < reads.count; i++)
        map_put(&s.reads_after, reads.at[i], map_find(&s.reads_after, reads.at[i]) + 1);
    for (uint32_t i = 0; i < s.cmd->n; i++)
        map_put(&s.assigned, s.cmd->vars[i], 1);
    vec_free(&reads);
    return s;
}

// May the i-th part of the assignment, v := t, go into the commands after it?
// Nobody else reads v, t means the same there - the assignment changes none of
// its variables - and is small.  With threads, a global must be read when it was.
static bool can_go_on(const Chain *c, const Step *s, uint32_t i, const uint32_t reads[]) {
    assert(i < s->cmd->n);
    const Program *p = c->p;
    VarId v = s->cmd->vars[i];
    Term t = s->cmd->terms[i];
    bool only_after = reads[v] && map_find(&s->reads_after, v) == reads[v];
    if (!p->vars.at[v].func || p->vars.at[v].from_number || !only_after || term_size(p->terms, t) > LARGEST / 2)
        return false;
    VecTerm vars = { 0 };
    term_vars(p->terms, t, &vars);
    bool can = true;
    for (uint32_t k = 0; k < vars.count; k++) {
        VarId y = program_var_of(p, vars.at[k]);
        can &= !map_find(&s->assigned, y) && !(c->threads && p->vars.at[y].kind == VAR_GLOBAL);
    }
    vec_free(&vars);
    return can;
}

static bool push_on(Chain *c, EdgeId e, const uint32_t reads[]) {
    assert(c->p->edges.at[e].cmd.kind == CMD_ASSIGN);
    Program *p = c->p;
    LocId loc = p->edges.at[e].to;
    if (loc_is_fixed(p, loc) || c->in.first[loc + 1] - c->in.first[loc] != 1)
        return false;
    start_chain(c);
    Step s = step_at(p, e);
    for (uint32_t i = 0; i < s.cmd->n; i++)
        if (can_go_on(c, &s, i, reads)) {
            vec_push(&c->vars, s.cmd->vars[i]);
            vec_push(&c->terms, s.cmd->terms[i]);
            map_put(&c->place, s.cmd->vars[i], c->vars.count);
        }
    map_free(&s.assigned);
    map_free(&s.reads_after);
    if (!c->vars.count)
        return false;
    for_out_edges(p, loc, k) p->edges.at[k].cmd = cmd_map(p, &p->edges.at[k].cmd, composed, c, NULL);
    return true;
}

static bool push_all_on(Chain *c) {
    Program *p = c->p;
    uint32_t *reads = base_alloc(p->vars.count * sizeof *reads);
    VecU32 all = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from)
            cmd_reads(p, &p->edges.at[e].cmd, &all);
    for (uint32_t i = 0; i < all.count; i++)
        reads[all.at[i]]++;
    bool changed = false;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ASSIGN)
            changed |= push_on(c, e, reads);
    vec_free(&all);
    free(reads);
    return changed;
}

bool simplify_chains(Program *p) {
    Chain c = { .p = p, .in = edges_into(p), .threads = program_has_threads(p) };
    c.into = base_alloc(p->locs.count * sizeof *c.into);
    bool changed = false;
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_ASSIGN && starts_chain(&c, e))
            changed |= run_chain(&c, e);
    if (changed) {
        bindings_move(p, c.into);
        loops_move(p, c.into, STATE_CHANGED);
    }
    digraph_free(&c.in);
    c.in = edges_into(p);
    changed |= push_all_on(&c);
    digraph_free(&c.in);
    free(c.into);
    vec_free(&c.vars);
    vec_free(&c.terms);
    map_free(&c.place);
    return changed;
}

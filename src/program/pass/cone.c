// cone.c - the cone of influence of 'error'
//
// After M. Weiser, "Program Slicing", TSE 1984, and J. Ferrante, K. Ottenstein,
// J. Warren, "The Program Dependence Graph and Its Use in Optimization", TOPLAS
// 1987.  An edge is relevant if it may end the run, consumes an input, or
// gives a value that a relevant edge reads.  A test is relevant if a relevant
// edge is control dependent on it: its paths meet again only behind that edge.
// Heads of loops count as relevant, so a test that decides whether a loop ends
// is; this makes the slice exact also for runs that do not end.
//
// Threads: where values come from is asked of all edges of the program, in no order, so what any thread
// may write to a variable or region that matters, matters (J. Krinke, "Context-Sensitive Slicing of
// Concurrent Programs", ESEC/FSE 2003, calls it interference dependence; it orders threads, we do not).  All that
// threads wait for or do to each other is relevant from the start: creating, joining and ending them,
// mutexes, atomic sections.  So a part between a test and where its sides meet that is left out
// is a pause of its thread, which the scheduler may make anyway, and takes no other thread's turn.
#include "program/access.h"
#include "program/edit.h"
#include "program/pass/simplify.h"
#include "program/pass/slice.h"
#include "program/pass/values.h"
#include "program/wto.h"

typedef struct Cone {
    Program *p;
    SliceMemory memory;
    uint8_t *edge;   // per EdgeId: relevant
    uint8_t *loc;    // per LocId: an edge out of it is relevant
    uint8_t *region; // per RegionId: its contents are needed
    Needed needed;   // variables and results
    AccessTable access;
    Digraph tests;   // LocId -> locations of the tests it depends on
    Dominators post; // of the reversed flow graph
    VecU32 locs;     // to look at
} Cone;

// ---- control dependence ----
// The flow graph backwards, from node 0: it leads to all places where a
// function or a run ends.
static Dominators post_dominators(const Program *p) {
    VecU32 from = { 0 }, to = { 0 };
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        if (!p->locs.at[loc].first_out) {
            vec_push(&from, 0);
            vec_push(&to, loc);
        }
        for_out_edges(p, loc, e) {
            vec_push(&from, p->edges.at[e].to);
            vec_push(&to, loc);
        }
    }
    Digraph g = digraph_new(p->locs.count, from.count, from.at, to.at);
    Dominators post = dominators_new(&g, 0);
    digraph_free(&g);
    vec_free(&from);
    vec_free(&to);
    return post;
}

static bool is_branch(const Program *p, LocId loc) {
    return p->locs.at[loc].first_out != p->locs.at[loc].last_out;
}

// A location depends on a test if it is on the way, in the tree of
// postdominators, from a successor of the test up to where all meet.
static void index_tests(Cone *c) {
    const Program *p = c->p;
    VecU32 loc = { 0 }, test = { 0 };
    for (LocId b = 1; b < p->locs.count; b++) {
        if (!is_branch(p, b) || !dominators_reach(&c->post, b))
            continue;
        LocId meet = c->post.parent[b];
        for_out_edges(p, b, e) for (LocId u = p->edges.at[e].to; dominators_reach(&c->post, u) && u != meet && u;
                                    u = c->post.parent[u]) {
            vec_push(&loc, u);
            vec_push(&test, b);
        }
    }
    c->tests = digraph_new(p->locs.count, loc.count, loc.at, test.at);
    vec_free(&loc);
    vec_free(&test);
}

// Some out-edge is enabled whatever the values are.
static bool is_exhaustive(const Program *p, LocId loc) {
    VecTerm conditions = { 0 };
    for_out_edges(p, loc, e) vec_push(&conditions, p->edges.at[e].cmd.a);
    uint32_t n = conditions.count;
    Term all = term_or_n(p->terms, n, conditions.at);
    Term others = n ? term_or_n(p->terms, n - 1, conditions.at) : all;
    bool exhaustive =
        term_same(all, term_true(p->terms)) || (n && term_same(term_not(p->terms, others), conditions.at[n - 1]));
    vec_free(&conditions);
    return exhaustive;
}

// ---- what becomes relevant ----
static void need_loc(Cone *c, LocId loc) {
    if (c->loc[loc])
        return;
    c->loc[loc] = 1;
    vec_push(&c->locs, loc);
}

static void need_edge(Cone *c, EdgeId e);

static void need_region(Cone *c, RegionId r) {
    if (c->region[r])
        return;
    c->region[r] = 1;
    for (uint32_t i = c->access.stores.first[r]; i < c->access.stores.first[r + 1]; i++)
        need_edge(c, c->access.stores.to[i]);
}

// What is read at region r may have been written there, or by a command
// without region; one without region reads all.
static void need_memory(Cone *c, RegionId r) {
    need_region(c, 0);
    if (r)
        need_region(c, r);
    for (RegionId other = 1; !r && other < c->p->regions.count; other++)
        need_region(c, other);
}

static void need_lifetimes(Cone *c) {
    for (EdgeId e = 1; e < c->p->edges.count; e++) {
        CmdKind kind = c->p->edges.at[e].cmd.kind;
        if (kind == CMD_FREE || kind == CMD_SCOPE || kind == CMD_STACK_SAVE || kind == CMD_STACK_RESTORE)
            need_edge(c, e);
    }
}

// The edge is relevant, and so is what it reads - of ASSIGN, direct CALL and
// RETURN only what is needed of their results, which 'visit_var' sees to.
static void need_edge(Cone *c, EdgeId e) {
    const Edge *edge = &c->p->edges.at[e];
    if (!edge->from || c->edge[e])
        return;
    c->edge[e] = 1;
    need_loc(c, edge->from);
    const Cmd *cmd = &edge->cmd;
    if (cmd->kind == CMD_ASSIGN || cmd->kind == CMD_RETURN || call_is_direct(c->p, cmd))
        return;
    need_cmd(&c->needed, cmd);
    if (cmd->kind == CMD_LOAD)
        need_memory(c, cmd->region);
    if (cmd->kind == CMD_COPY || cmd->kind == CMD_PRINT)
        need_memory(c, 0);
    if (cmd->kind == CMD_OBJECT_SIZE || cmd->kind == CMD_HAVOC || cmd->kind == CMD_VALID)
        need_lifetimes(c);
}

static void visit_var(Cone *c, VarId v) {
    const Digraph *writers = &c->access.writers;
    for (uint32_t k = writers->first[v]; k < writers->first[v + 1]; k++) {
        need_edge(c, writers->to[k]);
        need_value(&c->needed, &c->p->edges.at[writers->to[k]].cmd, v);
    }
    need_arguments(&c->needed, v);
}

static void visit_loc(Cone *c, LocId loc) {
    assert(c->loc[loc]);
    for (uint32_t k = c->tests.first[loc]; k < c->tests.first[loc + 1]; k++)
        for_out_edges(c->p, c->tests.to[k], e) need_edge(c, e);
}

// ---- where it starts ----
static bool starts_relevant(const Cone *c, const Cmd *cmd) {
    switch (cmd->kind) {
    case CMD_SKIP:
    case CMD_ASSIGN:
    case CMD_ASSUME: // as the location says
    case CMD_OBJECT_SIZE:
    case CMD_VALID:
        return false;
    case CMD_LOAD:
    case CMD_STORE:
    case CMD_COPY:
    case CMD_SET:
    case CMD_FREE:
    case CMD_SCOPE:
    case CMD_STACK_SAVE:
    case CMD_STACK_RESTORE:
    case CMD_PRINT: // %s reads memory
        return c->memory == MEMORY_MAY_FAIL;
    default: // inputs, allocations (traces count them), calls, ends of runs, all that concerns other threads
        return true;
    }
}

// A test that may block the run, and one of which it is not known where its
// sides meet, is relevant.
static void seed_tests(Cone *c) {
    const Program *p = c->p;
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        EdgeId first = p->locs.at[loc].first_out;
        if (!first || p->edges.at[first].cmd.kind != CMD_ASSUME)
            continue;
        bool meets = is_branch(p, loc) && dominators_reach(&c->post, loc) && c->post.parent[loc] &&
                     p->locs.at[c->post.parent[loc]].func;
        if (!meets || !is_exhaustive(p, loc))
            for_out_edges(p, loc, e) need_edge(c, e);
    }
}

static void seed_loops(Cone *c) {
    Digraph g = flow_graph(c->p);
    Wto wto = wto_new(&g, 0, WTO_NONE);
    for (LocId loc = 1; loc < c->p->locs.count; loc++)
        if (wto_is_head(&wto, loc))
            need_loc(c, loc);
    wto_free(&wto);
    digraph_free(&g);
}

// Results that go elsewhere than to direct calls: through pointers, to who joins a thread, out of the program.
static void seed_results(Cone *c) {
    const Program *p = c->p;
    VecU32 threads = { 0 };
    uint8_t *addressed = functions_with_address(p);
    thread_functions(p, addressed, &threads);
    for (uint32_t i = 0; i < threads.count; i++)
        need_results(&c->needed, threads.at[i]);
    for (FuncId f = 1; f < p->funcs.count; f++)
        if (addressed[f] || f == p->entry)
            need_results(&c->needed, f);
    vec_free(&threads);
    free(addressed);
}

// ---- set-up ----
static void init(Cone *c) {
    const Program *p = c->p;
    c->edge = base_alloc(p->edges.count);
    c->loc = base_alloc(p->locs.count);
    c->region = base_alloc(p->regions.count);
    c->needed = needed_new(p);
    c->access = access_new(p);
    c->post = post_dominators(p);
    index_tests(c);
}

static void done(Cone *c) {
    void *arrays[] = { c->edge, c->loc, c->region };
    for (uint32_t i = 0; i < COUNT(arrays); i++)
        free(arrays[i]);
    needed_free(&c->needed);
    access_free(&c->access);
    digraph_free(&c->tests);
    dominators_free(&c->post);
    vec_free(&c->locs);
}

static void find_cone(Cone *c) {
    for (EdgeId e = 1; e < c->p->edges.count; e++)
        if (c->p->edges.at[e].from && starts_relevant(c, &c->p->edges.at[e].cmd))
            need_edge(c, e);
    seed_tests(c);
    seed_loops(c);
    seed_results(c);
    while (c->locs.count || c->needed.work.count) {
        if (c->locs.count)
            visit_loc(c, vec_pop(&c->locs));
        else
            visit_var(c, vec_pop(&c->needed.work));
    }
}

// ---- the new program ----
static bool keep_needed_targets(Cone *c, Cmd *cmd) {
    assert(cmd->kind == CMD_ASSIGN && cmd->n == cmd->n_vars);
    VecU32 vars = { 0 };
    VecTerm terms = { 0 };
    for (uint32_t i = 0; i < cmd->n; i++)
        if (c->needed.var[cmd->vars[i]]) {
            vec_push(&vars, cmd->vars[i]);
            vec_push(&terms, cmd->terms[i]);
        }
    bool changed = vars.count < cmd->n;
    if (changed)
        *cmd = cmd_assign_n(c->p, vars.count, vars.at, terms.at);
    vec_free(&vars);
    vec_free(&terms);
    return changed;
}

// Arguments and returned values that nobody needs may have lost their
// definitions: zero stands for them.
static bool clear_terms(Cone *c, FuncId f, Cmd *cmd) {
    Terms *t = c->p->terms;
    Term *terms = arena_array(c->p->arena, Term, cmd->n);
    bool changed = false;
    for (uint32_t i = 0; i < cmd->n; i++) {
        bool needed = cmd->kind == CMD_CALL ? c->needed.var[c->p->funcs.at[f].params.at[i]]
                                            : c->needed.result[c->needed.values.first_result[f] + i];
        terms[i] = needed ? cmd->terms[i] : zero_of(t, term_sort(t, cmd->terms[i]));
        changed |= !term_same(terms[i], cmd->terms[i]);
    }
    cmd->terms = terms;
    return changed;
}

static bool reduce_edge(Cone *c, EdgeId e) {
    Edge *edge = &c->p->edges.at[e];
    Cmd *cmd = &edge->cmd;
    if (cmd->kind == CMD_ASSIGN)
        return keep_needed_targets(c, cmd);
    if (call_is_direct(c->p, cmd))
        return clear_terms(c, cmd->callee, cmd);
    if (cmd->kind == CMD_RETURN)
        return clear_terms(c, c->p->locs.at[edge->from].func, cmd);
    if (c->edge[e] || cmd->kind == CMD_ASSUME || cmd->kind == CMD_SKIP)
        return false;
    assert(c->p->locs.at[edge->to].func && "what ends a run is relevant");
    edge_become_skip(c->p, e);
    return true;
}

static bool is_idle_test(const Cone *c, LocId loc) {
    EdgeId first = c->p->locs.at[loc].first_out;
    return first && c->p->edges.at[first].cmd.kind == CMD_ASSUME && !c->edge[first];
}

// Cuts on the way from an idle test to where its sides meet: nothing that matters happens there, so what holds at the
// test holds at them.  It becomes a cut in their stead.
static void pass_cuts(Cone *c, LocId test, LocId *seen_from) {
    assert(c->post.parent[test] && "what does not meet again is relevant");
    Program *p = c->p;
    VecU32 work = { 0 };
    vec_push(&work, test);
    while (work.count)
        for_out_edges(p, vec_pop(&work), e) {
            LocId to = p->edges.at[e].to;
            if (to == c->post.parent[test] || seen_from[to] == test)
                continue;
            seen_from[to] = test;
            vec_push(&work, to);
            if (p->locs.at[to].cut)
                vec_push(&p->passed, (PassedCut){ to, test });
        }
    vec_free(&work);
}

static bool has_cuts(const Program *p) {
    for (LocId loc = 1; loc < p->locs.count; loc++)
        if (p->locs.at[loc].cut)
            return true;
    return false;
}

static void pass_all_cuts(Cone *c) {
    Program *p = c->p;
    LocId *seen_from = base_alloc(p->locs.count * sizeof *seen_from);
    uint32_t before = p->passed.count;
    for (LocId loc = 1; loc < p->locs.count; loc++)
        if (is_idle_test(c, loc))
            pass_cuts(c, loc, seen_from);
    for (uint32_t i = before; i < p->passed.count; i++)
        p->locs.at[p->passed.at[i].at].cut = true;
    free(seen_from);
}

// A test on which nothing depends: straight on to where its sides meet.
static bool reduce_test(Cone *c, LocId loc) {
    Program *p = c->p;
    if (!is_idle_test(c, loc))
        return false;
    SrcPos pos = p->edges.at[p->locs.at[loc].first_out].pos;
    assert(p->locs.at[c->post.parent[loc]].func == p->locs.at[loc].func);
    loc_delete_out(p, loc);
    program_edge(p, loc, c->post.parent[loc], pos, (Cmd){ .kind = CMD_SKIP });
    return true;
}

bool slice_cone(Program *p, SliceMemory memory) {
    if (!p->entry)
        return false;
    Cone c = { .p = p, .memory = memory };
    init(&c);
    find_cone(&c);
    bool changed = false;
    if (has_cuts(p))
        pass_all_cuts(&c);
    for (EdgeId e = 1, end = p->edges.count; e < end; e++)
        if (p->edges.at[e].from)
            changed |= reduce_edge(&c, e);
    for (LocId loc = 1; loc < p->locs.count; loc++)
        changed |= reduce_test(&c, loc);
    if (changed)
        bindings_forget(p, c.needed.var);
    done(&c);
    return changed;
}

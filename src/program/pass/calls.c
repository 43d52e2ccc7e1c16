// calls.c - who calls whom
#include "program/pass/calls.h"
#include "program/digraph.h"
#include "program/edit.h"

typedef struct Pairs {
    VecU32 caller, callee;
} Pairs;

static void note(CallGraph *g, Pairs *calls, FuncId caller, FuncId callee) {
    vec_push(&calls->caller, caller);
    vec_push(&calls->callee, callee);
    g->recursive[callee] |= caller == callee;
}

static void note_edge(CallGraph *g, const Program *p, EdgeId e, Pairs *calls) {
    assert(p->edges.at[e].from && p->edges.at[e].cmd.callee < g->n_funcs);
    const Edge *edge = &p->edges.at[e];
    FuncId caller = p->locs.at[edge->from].func, callee = edge->cmd.callee;
    if (edge->cmd.kind == CMD_THREAD_CREATE)
        g->kept[callee] = 1;
    if (edge->cmd.kind != CMD_CALL)
        return;
    g->sites[callee]++;
    g->site[callee] = e;
    note(g, calls, caller, callee); // 0 stands for all functions whose address is used
}

// Components of the graph, from the callees up; node 0 calls what any pointer may point to.
static void order_functions(CallGraph *g, const Program *p, const Digraph *calls) {
    uint32_t n;
    uint32_t *component = digraph_components(calls, &n);
    uint32_t *members = base_alloc((n + 2) * sizeof *members);
    VecU32 from = { 0 }, func = { 0 };
    for (FuncId f = 0; f < g->n_funcs; f++) {
        members[component[f]]++;
        vec_push(&from, component[f]);
        vec_push(&func, f);
    }
    Digraph of = digraph_new(n + 1, from.count, from.at, func.at);
    for (uint32_t i = 0; i < from.count; i++) {
        FuncId f = of.to[i];
        g->recursive[f] |= members[component[f]] > 1;
        if (f && p->funcs.at[f].defined)
            vec_push(&g->order, f);
    }
    digraph_free(&of);
    vec_free(&from);
    vec_free(&func);
    free(component);
    free(members);
}

#ifndef NDEBUG
// Callees that are not recursive come before their callers.
static void check_order(const CallGraph *g, const Program *p) {
    uint32_t *place = base_alloc(g->n_funcs * sizeof *place);
    for (uint32_t i = 0; i < g->order.count; i++) {
        assert(!place[g->order.at[i]] && "each function is in the order once");
        place[g->order.at[i]] = i + 1;
    }
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        FuncId caller = p->locs.at[edge->from].func, callee = edge->cmd.callee;
        if (edge->from && edge->cmd.kind == CMD_CALL && callee && !g->recursive[callee])
            assert(place[callee] < place[caller]);
    }
    free(place);
}
#endif

CallGraph call_graph_new(const Program *p) {
    assert(p->entry && p->entry < p->funcs.count);
    CallGraph g = { .n_funcs = p->funcs.count };
    g.sites = base_alloc(g.n_funcs * sizeof *g.sites);
    g.site = base_alloc(g.n_funcs * sizeof *g.site);
    g.recursive = base_alloc(g.n_funcs);
    g.kept = functions_with_address(p);
    Pairs calls = { 0 };
    bool indirect = program_has_indirect(p);
    for (FuncId f = 1; f < g.n_funcs && indirect; f++)
        if (g.kept[f])
            note(&g, &calls, 0, f);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from)
            note_edge(&g, p, e, &calls);
    g.kept[p->entry] = 1;
    Digraph graph = digraph_new(g.n_funcs, calls.caller.count, calls.caller.at, calls.callee.at);
    order_functions(&g, p, &graph);
#ifndef NDEBUG
    check_order(&g, p);
#endif
    digraph_free(&graph);
    vec_free(&calls.caller);
    vec_free(&calls.callee);
    return g;
}

void call_graph_free(CallGraph *g) {
    free(g->sites);
    free(g->site);
    free(g->recursive);
    free(g->kept);
    vec_free(&g->order);
}

// ssa.c - checks static single assignment form
#include "program/pass/ssa.h"
#include "program/digraph.h"
#include "program/edit.h"

typedef struct Work {
    const Program *p;
    Ssa ssa;
    Dominators dom;
    VecU32 reads; // scratch
} Work;

// Definitions: all on edges into one location, which becomes the home.
static void note_writes(Work *w, EdgeId e) {
    const Edge *edge = &w->p->edges.at[e];
    const VarId *vars;
    uint32_t n = cmd_writes(&edge->cmd, &vars);
    for (uint32_t i = 0; i < n; i++) {
        VarId v = vars[i];
        assert(v && w->p->vars.at[v].kind != VAR_ADDRESS);
        if (w->ssa.defs[v]++ && w->ssa.home[v] != edge->to)
            w->ssa.kind[v] = SSA_NO;
        w->ssa.home[v] = edge->to;
        w->ssa.def[v] = e;
    }
}

// Each edge into the home defines v or comes from where the home dominates, so
// that the first visit is by a definition.  As the edges that define v are
// counted, it is enough to count the others: 'other[loc]' is the number of
// edges into loc from locations that it does not dominate.
static void check_homes(Work *w) {
    const Program *p = w->p;
    uint32_t *entering = base_alloc(p->locs.count * sizeof *entering);
    uint32_t *defining = base_alloc(p->vars.count * sizeof *defining);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from || !dominators_reach(&w->dom, edge->from) || dominates(&w->dom, edge->to, edge->from))
            continue;
        entering[edge->to]++;
        const VarId *vars;
        uint32_t n = cmd_writes(&edge->cmd, &vars);
        for (uint32_t i = 0; i < n; i++)
            defining[vars[i]]++;
    }
    for (VarId v = 1; v < p->vars.count; v++) {
        if (w->ssa.kind[v] != SSA_STRICT)
            continue;
        LocId home = w->ssa.home[v];
        assert(home && w->ssa.defs[v] && "a strict variable is defined somewhere");
        bool is_entry = home == p->funcs.at[p->vars.at[v].func].entry;
        if (is_entry || defining[v] != entering[home])
            w->ssa.kind[v] = SSA_NO;
    }
    free(entering);
    free(defining);
}

static void check_reads(Work *w, EdgeId e) {
    const Edge *edge = &w->p->edges.at[e];
    w->reads.count = 0;
    cmd_reads(w->p, &edge->cmd, &w->reads);
    for (uint32_t i = 0; i < w->reads.count; i++) {
        VarId v = w->reads.at[i];
        w->ssa.reads[v]++;
        if (w->ssa.kind[v] == SSA_STRICT && !dominates(&w->dom, w->ssa.home[v], edge->from))
            w->ssa.kind[v] = SSA_NO;
    }
}

static SsaKind kind_of(const Var *var, uint32_t defs) {
    if (var->kind == VAR_ADDRESS)
        return SSA_RIGID;
    if (var->kind == VAR_GLOBAL)
        return SSA_NO;
    if (!defs)
        return var->kind == VAR_PARAM ? SSA_RIGID : SSA_NO;
    return var->kind == VAR_LOCAL ? SSA_STRICT : SSA_NO;
}

Ssa ssa_new(const Program *p) {
    Digraph g = flow_graph(p);
    Work w = { .p = p, .dom = dominators_new(&g, 0) };
    w.ssa.kind = base_alloc(p->vars.count);
    w.ssa.home = base_alloc(p->vars.count * sizeof *w.ssa.home);
    w.ssa.def = base_alloc(p->vars.count * sizeof *w.ssa.def);
    w.ssa.defs = base_alloc(p->vars.count * sizeof *w.ssa.defs);
    w.ssa.reads = base_alloc(p->vars.count * sizeof *w.ssa.reads);
    memset(w.ssa.kind, SSA_STRICT, p->vars.count);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && dominators_reach(&w.dom, p->edges.at[e].from))
            note_writes(&w, e);
    for (VarId v = 1; v < p->vars.count; v++)
        if (w.ssa.kind[v] == SSA_STRICT)
            w.ssa.kind[v] = kind_of(&p->vars.at[v], w.ssa.defs[v]);
        else if (p->vars.at[v].kind == VAR_ADDRESS)
            w.ssa.kind[v] = SSA_NO;
    check_homes(&w);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && dominators_reach(&w.dom, p->edges.at[e].from))
            check_reads(&w, e);
    vec_free(&w.reads);
    dominators_free(&w.dom);
    digraph_free(&g);
    return w.ssa;
}

void ssa_free(Ssa *ssa) {
    free(ssa->kind);
    free(ssa->home);
    free(ssa->def);
    free(ssa->defs);
    free(ssa->reads);
    *ssa = (Ssa){ 0 };
}

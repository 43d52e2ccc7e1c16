// live.c - which locals are live where paths can meet
#include "program/live.h"
#include "program/digraph.h"
#include "program/edit.h"

struct Live {
    const Program *p;
    VecU32 *live;   // by LocId: VarIds, rising
    uint8_t *meets; // by LocId: has several edges in, so that 'live' is known
};

// One variable after the other: backwards from where it is read to where it is written.
typedef struct Walk {
    Live *l;
    Digraph into;     // LocId -> edges
    VecU32 *read_at;  // by VarId: LocIds
    Map writes;       // (edge, variable)
    uint32_t *marked; // by LocId: the last variable found live there
    VecU32 todo;
} Walk;

static void note_edge(Walk *w, EdgeId e, VecU32 *reads) {
    const Program *p = w->l->p;
    const Edge *edge = &p->edges.at[e];
    const VarId *vars;
    reads->count = 0;
    cmd_reads(p, &edge->cmd, reads);
    for (uint32_t k = 0; k < reads->count; k++)
        vec_push(&w->read_at[reads->at[k]], edge->from);
    uint32_t n = cmd_writes(&edge->cmd, &vars);
    for (uint32_t k = 0; k < n; k++)
        map_put(&w->writes, (uint64_t)e << 32 | vars[k], 1);
}

static void mark(Walk *w, VarId v, LocId loc) {
    if (w->marked[loc] == v)
        return;
    w->marked[loc] = v;
    vec_push(&w->todo, loc);
    if (w->l->meets[loc])
        vec_push(&w->l->live[loc], v);
}

static void spread(Walk *w, VarId v) {
    for (uint32_t i = 0; i < w->read_at[v].count; i++)
        mark(w, v, w->read_at[v].at[i]);
    while (w->todo.count) {
        LocId loc = vec_pop(&w->todo);
        for (uint32_t i = w->into.first[loc]; i < w->into.first[loc + 1]; i++) {
            EdgeId e = w->into.to[i];
            if (!map_find(&w->writes, (uint64_t)e << 32 | v))
                mark(w, v, w->l->p->edges.at[e].from);
        }
    }
}

static void analyse(Live *l) {
    const Program *p = l->p;
    Walk w = { .l = l, .into = edges_into(p) };
    VecU32 reads = { 0 };
    w.read_at = base_alloc(p->vars.count * sizeof *w.read_at);
    w.marked = base_alloc(p->locs.count * sizeof *w.marked);
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        l->meets[loc] = p->locs.at[loc].func && w.into.first[loc + 1] - w.into.first[loc] > 1;
        for_out_edges(p, loc, e) note_edge(&w, e, &reads);
    }
    for (VarId v = 1; v < p->vars.count; v++) {
        if (p->vars.at[v].kind == VAR_LOCAL || p->vars.at[v].kind == VAR_PARAM)
            spread(&w, v);
        vec_free(&w.read_at[v]);
    }
    vec_free(&reads);
    vec_free(&w.todo);
    map_free(&w.writes);
    digraph_free(&w.into);
    free(w.read_at);
    free(w.marked);
}

bool live_is_dead(const Live *l, VarId var, LocId loc) {
    const VecU32 *rising = &l->live[loc];
    uint32_t low = 0, high = rising->count;
    if (!l->meets[loc] || l->p->vars.at[var].kind == VAR_GLOBAL)
        return false;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (rising->at[middle] < var)
            low = middle + 1;
        else
            high = middle;
    }
    return low == rising->count || rising->at[low] != var;
}

Live *live_new(const Program *p) {
    Live *l = base_alloc(sizeof *l);
    l->p = p;
    l->live = base_alloc(p->locs.count * sizeof *l->live);
    l->meets = base_alloc(p->locs.count);
    analyse(l);
    return l;
}

void live_free(Live *l) {
    if (!l)
        return;
    for (LocId i = 0; i < l->p->locs.count; i++)
        vec_free(&l->live[i]);
    free(l->live);
    free(l->meets);
    free(l);
}

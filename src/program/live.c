// live.c - which locals are live where paths can meet
#include "program/live.h"
#include "program/access.h"

struct Live {
    const Program *p;
    VecU32 *live;   // by LocId: VarIds, rising
    uint8_t *meets; // by LocId: has several edges in, so that 'live' is known
};

// One variable after the other: backwards from where it is read to where it is written.
typedef struct Walk {
    Live *l;
    AccessTable access;
    Digraph into;  // LocId -> edges
    VarId *writes; // by EdgeId: the last variable found written there
    VarId *marked; // by LocId: the last variable found live there
    VecU32 todo;
} Walk;

static void mark(Walk *w, VarId v, LocId loc) {
    if (w->marked[loc] == v)
        return;
    w->marked[loc] = v;
    vec_push(&w->todo, loc);
    assert(!w->l->live[loc].count || vec_last(&w->l->live[loc]) < v);
    if (w->l->meets[loc])
        vec_push(&w->l->live[loc], v);
}

static void spread(Walk *w, VarId v) {
    const Program *p = w->l->p;
    const Digraph *writers = &w->access.writers, *readers = &w->access.readers;
    for (uint32_t i = writers->first[v]; i < writers->first[v + 1]; i++)
        w->writes[writers->to[i]] = v;
    for (uint32_t i = readers->first[v]; i < readers->first[v + 1]; i++)
        mark(w, v, p->edges.at[readers->to[i]].from);
    while (w->todo.count) {
        LocId loc = vec_pop(&w->todo);
        for (uint32_t i = w->into.first[loc]; i < w->into.first[loc + 1]; i++) {
            EdgeId e = w->into.to[i];
            if (w->writes[e] != v)
                mark(w, v, p->edges.at[e].from);
        }
    }
}

static void analyse(Live *l) {
    const Program *p = l->p;
    Walk w = { .l = l, .access = access_new(p), .into = edges_into(p) };
    w.writes = base_alloc(p->edges.count * sizeof *w.writes);
    w.marked = base_alloc(p->locs.count * sizeof *w.marked);
    for (LocId loc = 1; loc < p->locs.count; loc++)
        l->meets[loc] = p->locs.at[loc].func && w.into.first[loc + 1] - w.into.first[loc] > 1;
    for (VarId v = 1; v < p->vars.count; v++)
        if (p->vars.at[v].kind == VAR_LOCAL || p->vars.at[v].kind == VAR_PARAM)
            spread(&w, v);
    vec_free(&w.todo);
    access_free(&w.access);
    digraph_free(&w.into);
    free(w.writes);
    free(w.marked);
}

bool live_is_dead(const Live *l, VarId var, LocId loc) {
    assert(var && var < l->p->vars.count && loc < l->p->locs.count);
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

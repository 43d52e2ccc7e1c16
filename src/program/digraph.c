// digraph.c - directed graphs over numbers
//
// Components: R. Tarjan, "Depth-first search and linear graph algorithms",
// SIAM J. Computing 1972.  Dominators: K. Cooper, T. Harvey, K. Kennedy, "A
// simple, fast dominance algorithm", Rice University 2001.
#include "program/digraph.h"

// ---- construction ----
Digraph digraph_new(uint32_t n, uint32_t n_edges, const uint32_t from[], const uint32_t to[]) {
    Digraph g = { .n = n };
    g.first = base_alloc(((size_t)n + 2) * sizeof *g.first);
    g.to = base_alloc((size_t)n_edges * sizeof *g.to);
    for (uint32_t i = 0; i < n_edges; i++) {
        assert(from[i] < n);
        g.first[from[i] + 2]++;
    }
    for (uint32_t v = 2; v < n + 2; v++)
        g.first[v] += g.first[v - 1];
    for (uint32_t i = 0; i < n_edges; i++)
        g.to[g.first[from[i] + 1]++] = to[i];
    return g;
}

Digraph digraph_reverse(const Digraph *g) {
    uint32_t m = g->first[g->n];
    uint32_t *from = base_alloc((size_t)m * sizeof *from);
    for (uint32_t v = 0; v < g->n; v++)
        for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++) {
            assert(g->to[i] < g->n && "only a graph over its own nodes can be turned round");
            from[i] = v;
        }
    Digraph r = digraph_new(g->n, m, g->to, from);
    free(from);
    return r;
}

void digraph_free(Digraph *g) {
    free(g->first);
    free(g->to);
    *g = (Digraph){ 0 };
}

// ---- strongly connected components ----
typedef struct Frame { // of a depth-first search
    uint32_t node, next;
} Frame;
typedef VEC(Frame) Path;

typedef struct Tarjan {
    const Digraph *g;
    uint32_t *low, *component, *number;
    uint32_t count, n_components;
    VecU32 open;
    Path path;
} Tarjan;

static void enter(Tarjan *t, uint32_t v) {
    t->number[v] = t->low[v] = ++t->count;
    vec_push(&t->open, v);
    vec_push(&t->path, (Frame){ v, t->g->first[v] });
}

static void leave(Tarjan *t, uint32_t v) {
    t->path.count--;
    if (t->path.count) {
        uint32_t parent = vec_last(&t->path).node;
        if (t->low[v] < t->low[parent])
            t->low[parent] = t->low[v];
    }
    if (t->low[v] != t->number[v])
        return;
    t->n_components++;
    uint32_t member;
    do {
        member = vec_pop(&t->open);
        t->component[member] = t->n_components;
    } while (member != v);
}

#ifndef NDEBUG
// Components have larger numbers than those they lead to.
static void check_components(const Digraph *g, const uint32_t component[]) {
    for (uint32_t v = 0; v < g->n; v++) {
        assert(component[v]);
        for (uint32_t i = g->first[v]; i < g->first[v + 1]; i++)
            assert(component[v] >= component[g->to[i]]);
    }
}
#endif

uint32_t *digraph_components(const Digraph *g, uint32_t *n_components) {
    Tarjan t = { .g = g };
    t.low = base_alloc((size_t)g->n * sizeof *t.low);
    t.number = base_alloc((size_t)g->n * sizeof *t.number);
    t.component = base_alloc((size_t)g->n * sizeof *t.component);
    for (uint32_t root = 0; root < g->n; root++) {
        if (!t.number[root])
            enter(&t, root);
        while (t.path.count) {
            Frame *top = &vec_last(&t.path);
            if (top->next == g->first[top->node + 1]) {
                leave(&t, top->node);
                continue;
            }
            uint32_t v = top->node, w = g->to[top->next++];
            assert(w < g->n);
            if (!t.number[w])
                enter(&t, w);
            else if (!t.component[w] && t.number[w] < t.low[v])
                t.low[v] = t.number[w];
        }
    }
    free(t.low);
    free(t.number);
    vec_free(&t.open);
    vec_free(&t.path);
    *n_components = t.n_components;
#ifndef NDEBUG
    check_components(g, t.component);
#endif
    return t.component;
}

// ---- dominators ----
static VecU32 reverse_postorder(const Digraph *g, uint32_t root) {
    uint8_t *seen = base_alloc(g->n);
    VecU32 order = { 0 };
    Path path = { 0 };
    seen[root] = 1;
    vec_push(&path, (Frame){ root, g->first[root] });
    while (path.count) {
        Frame *top = &vec_last(&path);
        if (top->next == g->first[top->node + 1]) {
            vec_push(&order, top->node);
            path.count--;
            continue;
        }
        uint32_t w = g->to[top->next++];
        if (seen[w])
            continue;
        seen[w] = 1;
        vec_push(&path, (Frame){ w, g->first[w] });
    }
    for (uint32_t i = 0, j = order.count; i + 1 < j; i++) {
        uint32_t last = order.at[--j];
        order.at[j] = order.at[i];
        order.at[i] = last;
    }
    vec_free(&path);
    free(seen);
    return order;
}

static uint32_t common_dominator(const uint32_t parent[], const uint32_t rank[], uint32_t a, uint32_t b) {
    assert(rank[a] && rank[b] && "both are reached");
    while (a != b) {
        while (rank[a] > rank[b])
            a = parent[a];
        while (rank[b] > rank[a])
            b = parent[b];
    }
    return a;
}

// One round over the nodes in order; 'rank' is 1 + the place in the order.
static bool improve(Dominators *d, const Digraph *back, const uint32_t rank[], uint8_t known[]) {
    bool changed = false;
    for (uint32_t i = 1; i < d->order.count; i++) {
        uint32_t v = d->order.at[i], best = UINT32_MAX;
        for (uint32_t k = back->first[v]; k < back->first[v + 1]; k++) {
            uint32_t u = back->to[k];
            if (known[u])
                best = best == UINT32_MAX ? u : common_dominator(d->parent, rank, best, u);
        }
        if (!known[v] || d->parent[v] != best)
            changed = true;
        d->parent[v] = best;
        known[v] = 1;
    }
    return changed;
}

// Numbers the tree: parents come before children in the order, so sizes add up
// backwards, and each child gets the next free interval of its parent.
static void number_tree(Dominators *d, const Digraph *g) {
    uint32_t *size = base_alloc((size_t)g->n * sizeof *size);
    uint32_t *free_at = base_alloc((size_t)g->n * sizeof *free_at);
    for (uint32_t i = d->order.count; i-- > 0;) {
        uint32_t v = d->order.at[i];
        size[v]++;
        if (i)
            size[d->parent[v]] += size[v];
    }
    for (uint32_t i = 0; i < d->order.count; i++) {
        uint32_t v = d->order.at[i];
        d->in[v] = i ? free_at[d->parent[v]] : 1;
        d->out[v] = d->in[v] + size[v] - 1;
        assert(!i || (d->in[d->parent[v]] < d->in[v] && d->out[v] <= d->out[d->parent[v]]));
        free_at[v] = d->in[v] + 1;
        if (i)
            free_at[d->parent[v]] += size[v];
    }
    free(size);
    free(free_at);
}

Dominators dominators_new(const Digraph *g, uint32_t root) {
    assert(root < g->n);
    Dominators d = { .order = reverse_postorder(g, root) };
    Digraph back = digraph_reverse(g);
    uint32_t *rank = base_alloc((size_t)g->n * sizeof *rank);
    uint8_t *known = base_alloc(g->n);
    d.parent = base_alloc((size_t)g->n * sizeof *d.parent);
    d.in = base_alloc((size_t)g->n * sizeof *d.in);
    d.out = base_alloc((size_t)g->n * sizeof *d.out);
    for (uint32_t v = 0; v < g->n; v++)
        d.parent[v] = v;
    for (uint32_t i = 0; i < d.order.count; i++)
        rank[d.order.at[i]] = i + 1;
    known[root] = 1;
    while (improve(&d, &back, rank, known))
        ;
    number_tree(&d, g);
    free(rank);
    free(known);
    digraph_free(&back);
    return d;
}

void dominators_free(Dominators *d) {
    free(d->parent);
    free(d->in);
    free(d->out);
    vec_free(&d->order);
}

// ---- programs ----
Digraph flow_graph(const Program *p) {
    VecU32 from = { 0 }, to = { 0 };
    for (FuncId f = 1; f < p->funcs.count; f++)
        if (p->funcs.at[f].entry) {
            vec_push(&from, 0);
            vec_push(&to, p->funcs.at[f].entry);
        }
    for (LocId loc = 1; loc < p->locs.count; loc++)
        for_out_edges(p, loc, e) {
            vec_push(&from, loc);
            vec_push(&to, p->edges.at[e].to);
        }
    Digraph g = digraph_new(p->locs.count, from.count, from.at, to.at);
    vec_free(&from);
    vec_free(&to);
    return g;
}

Digraph edges_into(const Program *p) {
    VecU32 loc = { 0 }, edge = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from) {
            vec_push(&loc, p->edges.at[e].to);
            vec_push(&edge, e);
        }
    Digraph g = digraph_new(p->locs.count, loc.count, loc.at, edge.at);
    vec_free(&loc);
    vec_free(&edge);
    return g;
}

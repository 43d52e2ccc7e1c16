// cutpoint.c - builds cutpoint graphs
//
// After A. Gurfinkel, S. Chaki, S. Sapra, "Efficient Predicate Abstraction of
// Program Summaries", NFM 2011, and the UFO tools built on it.
#include "program/step/cutpoint.h"

typedef struct Build {
    CutGraph *g;
    const Program *p;
    const CutOptions *options;
    Map node;          // LocId -> 1 + node of 'flow'
    VecU32 locs;       // node -> LocId
    Digraph flow;      // the locations the entry reaches
    uint8_t *is_point; // per node
    uint8_t *state;    // per node, of the walk from one point: seen, leads to the target
    uint32_t *found;   // per node: the walk that saw it last
    uint32_t walk;
} Build;

// ---- the function's locations ----
static uint32_t add_node(Build *b, LocId loc) {
    uint32_t node = map_find(&b->node, loc);
    if (node)
        return node - 1;
    vec_push(&b->locs, loc);
    map_put(&b->node, loc, b->locs.count);
    return b->locs.count - 1;
}

static void collect(Build *b) {
    VecU32 from = { 0 }, to = { 0 };
    add_node(b, b->p->funcs.at[b->g->func].entry);
    for (uint32_t i = 0; i < b->locs.count; i++)
        for_out_edges(b->p, b->locs.at[i], e) {
            vec_push(&from, i);
            vec_push(&to, add_node(b, b->p->edges.at[e].to));
        }
    b->flow = digraph_new(b->locs.count, from.count, from.at, to.at);
    vec_free(&from);
    vec_free(&to);
}

// ---- the points ----
static uint32_t node_at(const Build *b, LocId loc) {
    uint32_t node = map_find(&b->node, loc);
    return node ? node - 1 : WTO_NONE;
}

static void mark(Build *b, LocId loc) {
    if (node_at(b, loc) != WTO_NONE)
        b->is_point[node_at(b, loc)] = 1;
}

static void mark_calls(Build *b) {
    const Program *p = b->p;
    for (uint32_t i = 0; i < b->locs.count && b->options->calls != CUT_NO_CALLS; i++)
        for_out_edges(p, b->locs.at[i], e) {
            if (p->edges.at[e].cmd.kind != CMD_CALL)
                continue;
            mark(b, p->edges.at[e].to);
            if (b->options->calls == CUT_AROUND_CALLS)
                mark(b, p->edges.at[e].from);
        }
}

// Does every cycle meet a location that is a cut by itself?
static bool cuts_suffice(const Build *b) {
    VecU32 from = { 0 }, to = { 0 };
    for (uint32_t i = 0; i < b->flow.n; i++)
        for (uint32_t k = b->flow.first[i]; k < b->flow.first[i + 1]; k++)
            if (!b->p->locs.at[b->locs.at[b->flow.to[k]]].cut) {
                vec_push(&from, i);
                vec_push(&to, b->flow.to[k]);
            }
    Digraph rest = digraph_new(b->flow.n, from.count, from.at, to.at);
    uint32_t components;
    free(digraph_components(&rest, &components));
    bool acyclic = components == rest.n;
    for (uint32_t i = 0; i < from.count; i++)
        acyclic &= from.at[i] != to.at[i];
    digraph_free(&rest);
    vec_free(&from);
    vec_free(&to);
    return acyclic;
}

static void mark_heads(Build *b) {
    Wto wto = wto_new(&b->flow, 0, WTO_NONE);
    for (uint32_t i = 0; i < b->locs.count; i++)
        b->is_point[i] |= wto_is_head(&wto, i);
    wto_free(&wto);
}

static void mark_points(Build *b) {
    const Program *p = b->p;
    const Function *f = &p->funcs.at[b->g->func];
    b->is_point = base_alloc(b->locs.count);
    for (uint32_t i = 0; i < b->locs.count; i++) {
        bool also =
            b->options->also && b->locs.at[i] != p->stop && b->options->also(b->options->context, p, b->locs.at[i]);
        b->is_point[i] = also || p->locs.at[b->locs.at[i]].cut;
    }
    if (!cuts_suffice(b))
        mark_heads(b);
    mark_calls(b);
    mark(b, f->entry);
    mark(b, p->error);
    if (b->g->func != p->entry)
        mark(b, f->exit);
}

static uint32_t add_point(CutGraph *g, LocId loc) {
    uint32_t point = cut_point_at(g, loc);
    if (point != WTO_NONE)
        return point;
    CutPoint *c = vec_add(&g->points);
    c->loc = loc;
    map_put(&g->point_of, loc, g->points.count);
    return g->points.count - 1;
}

// Numbers the points in the order in which the search found them.
static void number_points(Build *b) {
    CutGraph *g = b->g;
    const Function *f = &b->p->funcs.at[g->func];
    for (uint32_t i = 0; i < b->locs.count; i++)
        if (b->is_point[i])
            add_point(g, b->locs.at[i]);
    g->entry = cut_point_at(g, f->entry);
    assert(g->entry == 0);
    g->error = cut_point_at(g, b->p->error);
    g->exit = cut_point_at(g, f->exit);
}

// ---- the pieces ----
// The locations between 'from' and the next points, in topological order, and
// the points met, in order of their numbers.  'order' starts with 'from'.
static void walk_from(Build *b, uint32_t from, VecU32 *order, VecU32 *met) {
    assert(b->is_point[from]);
    struct Frame {
        uint32_t node, next;
    };
    VEC(struct Frame) path = { 0 };
    order->count = met->count = 0;
    b->walk++;
    vec_push(&path, (struct Frame){ from, b->flow.first[from] });
    while (path.count) {
        struct Frame *top = &vec_last(&path);
        if (top->next == b->flow.first[top->node + 1]) {
            vec_push(order, top->node);
            path.count--;
            continue;
        }
        uint32_t w = b->flow.to[top->next++];
        if (b->found[w] == b->walk)
            continue;
        b->found[w] = b->walk;
        if (b->is_point[w])
            vec_push(met, w);
        else
            vec_push(&path, (struct Frame){ w, b->flow.first[w] });
    }
    for (uint32_t i = 0, j = order->count; i + 1 < j; i++) {
        uint32_t last = order->at[--j];
        order->at[j] = order->at[i];
        order->at[i] = last;
    }
    vec_free(&path);
}

// The piece between two points: a location of the walk belongs to it if it
// leads to 'to'; looked at backwards, each location after its successors.
static void add_piece(Build *b, const VecU32 *order, uint32_t to) {
    assert(b->is_point[to] && b->is_point[order->at[0]]);
    CutGraph *g = b->g;
    const Program *p = b->p;
    enum { LEADS = 1 };
    for (uint32_t i = order->count; i-- > 0;) {
        uint32_t u = order->at[i];
        b->state[u] = 0;
        for (uint32_t k = b->flow.first[u]; k < b->flow.first[u + 1]; k++) {
            uint32_t v = b->flow.to[k];
            if (v == to || (!b->is_point[v] && b->state[v] == LEADS))
                b->state[u] = LEADS;
        }
    }
    CutEdge *edge = vec_add(&g->edges);
    edge->from = cut_point_at(g, b->locs.at[order->at[0]]);
    edge->to = cut_point_at(g, b->locs.at[to]);
    for (uint32_t i = 0; i < order->count; i++)
        for_out_edges(p, b->locs.at[order->at[i]], e) {
            uint32_t v = node_at(b, p->edges.at[e].to);
            if (b->state[order->at[i]] == LEADS && (v == to || (!b->is_point[v] && b->state[v] == LEADS)))
                vec_push(&edge->edges, e);
        }
    assert(edge->edges.count && "the walk came to 'to'");
    vec_push(&g->points.at[edge->from].out, g->edges.count - 1);
    vec_push(&g->points.at[edge->to].in, g->edges.count - 1);
}

static void add_pieces(Build *b) {
    VecU32 order = { 0 }, met = { 0 };
    b->state = base_alloc(b->locs.count);
    b->found = base_alloc(b->locs.count * sizeof *b->found);
    for (uint32_t i = 0; i < b->locs.count; i++) {
        if (!b->is_point[i])
            continue;
        walk_from(b, i, &order, &met);
        for (uint32_t k = 0; k < met.count; k++)
            add_piece(b, &order, met.at[k]);
    }
    vec_free(&order);
    vec_free(&met);
}

static void order_points(CutGraph *g) {
    VecU32 from = { 0 }, to = { 0 };
    for (uint32_t i = 0; i < g->edges.count; i++) {
        vec_push(&from, g->edges.at[i].from);
        vec_push(&to, g->edges.at[i].to);
    }
    g->graph = digraph_new(g->points.count, from.count, from.at, to.at);
    g->wto = wto_new(&g->graph, g->entry, g->error);
    vec_free(&from);
    vec_free(&to);
}

CutGraph *cut_graph_new(const Program *p, FuncId func, const CutOptions *options) {
    assert(func && func < p->funcs.count && p->funcs.at[func].defined);
    static const CutOptions none = { 0 };
    CutGraph *g = base_alloc(sizeof *g);
    g->p = p;
    g->func = func;
    Build b = { .g = g, .p = p, .options = options ? options : &none };
    collect(&b);
    mark_points(&b);
    number_points(&b);
    add_pieces(&b);
    order_points(g);
    map_free(&b.node);
    vec_free(&b.locs);
    digraph_free(&b.flow);
    free(b.is_point);
    free(b.state);
    free(b.found);
    return g;
}

void cut_graph_free(CutGraph *g) {
    if (!g)
        return;
    for (uint32_t i = 0; i < g->points.count; i++) {
        vec_free(&g->points.at[i].out);
        vec_free(&g->points.at[i].in);
    }
    for (uint32_t i = 0; i < g->edges.count; i++)
        vec_free(&g->edges.at[i].edges);
    vec_free(&g->points);
    vec_free(&g->edges);
    map_free(&g->point_of);
    digraph_free(&g->graph);
    wto_free(&g->wto);
    free(g);
}

uint32_t cut_point_at(const CutGraph *g, LocId loc) {
    uint32_t point = map_find(&g->point_of, loc);
    return point ? point - 1 : WTO_NONE;
}

// ---- looking ----
void cut_graph_print(const CutGraph *g, Text *out) {
    text_add(out, "%s: %u points, %u edges, order ", program_text(g->p, g->p->funcs.at[g->func].name), g->points.count,
             g->edges.count);
    wto_print(&g->wto, out);
    text_add(out, "\n");
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const CutEdge *e = &g->edges.at[i];
        text_add(out, "  %u (L%u) -> %u (L%u)%s: %u edges\n", e->from, g->points.at[e->from].loc, e->to,
                 g->points.at[e->to].loc, e->to == g->error ? " error" : "", e->edges.count);
    }
}

// In a piece, a location other than its first is left only after it was
// entered, so no cycle is inside; and the piece is connected to both ends.
static void check_piece(const CutGraph *g, const CutEdge *e) {
    const Program *p = g->p;
    Map entered = { 0 }; // locations entered: 1, left: 2
    bool arrives = false;
    for (uint32_t i = 0; i < e->edges.count; i++) {
        const Edge *edge = &p->edges.at[e->edges.at[i]];
        bool first = edge->from == g->points.at[e->from].loc;
        if (!first && !map_find(&entered, edge->from))
            bug("cut_graph_check: edge from L%u before it is entered", edge->from);
        map_put(&entered, edge->from, 2);
        if (edge->to == g->points.at[e->to].loc)
            arrives = true;
        else if (cut_point_at(g, edge->to) != WTO_NONE)
            bug("cut_graph_check: a piece crosses the point at L%u", edge->to);
        else if (map_find(&entered, edge->to) == 2)
            bug("cut_graph_check: a piece has a cycle at L%u", edge->to);
        else
            map_put(&entered, edge->to, 1);
    }
    for (uint32_t i = 0; i < e->edges.count; i++) {
        const Edge *edge = &p->edges.at[e->edges.at[i]];
        if (cut_point_at(g, edge->to) == WTO_NONE && map_find(&entered, edge->to) != 2)
            bug("cut_graph_check: a piece ends at L%u", edge->to);
    }
    if (!arrives)
        bug("cut_graph_check: a piece does not arrive");
    map_free(&entered);
}

void cut_graph_check(const CutGraph *g) {
    for (uint32_t i = 0; i < g->edges.count; i++)
        check_piece(g, &g->edges.at[i]);
    wto_check(&g->wto, &g->graph);
    // Without the points the function has no cycle: each location gets a
    // number larger than those of its predecessors, or the walk would not end.
    const Program *p = g->p;
    VecU32 from = { 0 }, to = { 0 };
    for (LocId loc = 1; loc < p->locs.count; loc++)
        for_out_edges(p, loc, e) {
            if (p->locs.at[loc].func != g->func || cut_point_at(g, loc) != WTO_NONE)
                continue;
            vec_push(&from, loc);
            vec_push(&to, p->edges.at[e].to);
        }
    Digraph rest = digraph_new(p->locs.count, from.count, from.at, to.at);
    uint32_t n;
    uint32_t *component = digraph_components(&rest, &n);
    Dominators reached;
    Digraph all = flow_graph(p);
    reached = dominators_new(&all, 0);
    for (uint32_t i = 0; i < from.count; i++)
        if (component[from.at[i]] == component[to.at[i]] && dominators_reach(&reached, from.at[i]))
            bug("cut_graph_check: no point on a cycle through L%u", from.at[i]);
    dominators_free(&reached);
    digraph_free(&all);
    digraph_free(&rest);
    free(component);
    vec_free(&from);
    vec_free(&to);
}

bool program_split_entries(Program *p) {
    Digraph in = edges_into(p);
    bool changed = false;
    for (FuncId f = 1; f < p->funcs.count; f++) {
        LocId old = p->funcs.at[f].entry;
        if (!old || in.first[old] == in.first[old + 1])
            continue;
        LocId entry = program_loc(p, f, p->locs.at[old].pos);
        program_edge(p, entry, old, p->locs.at[old].pos, (Cmd){ .kind = CMD_SKIP });
        p->funcs.at[f].entry = entry;
        changed = true;
    }
    digraph_free(&in);
    return changed;
}

// ufo_graph.c - the nodes of the graph and the order in which a pass visits them
//
// A pass visits a node after all that lead to it: where an old edge would lead back to
// a node visited already, it gets a new target.  So the order of a pass is a topological one of the
// nodes that it visits.
#include "engine/ufo/ufo.h"

static NodeId add_node(Ufo *u, uint32_t point, Term label) {
    NodeId n = arg_add_node(u->arg, point, label);
    vec_resize(&u->nodes, n + 1);
    return n;
}

void ufo_graph_start(Ufo *u) {
    u->arg = u->w.arg;
    u->nodes.count = 0;
    vec_resize(&u->nodes, ARG_ROOT + 1);
    NodeId error = add_node(u, WTO_NONE, term_false(u->proc->t));
    assert(error == UFO_ERROR);
    (void)error;
    ufo_node(u, ARG_ROOT)->marked = true;
    u->at = 0;
}

NodeId ufo_pass_start(Ufo *u) {
    u->pass++;
    u->stats.passes++;
    u->order.count = 0;
    for (uint32_t i = 0; i < u->proc->graph->points.count; i++)
        u->pending[i].count = u->visited[i].count = 0;
    ufo_covers_start(u);
    return ARG_ROOT;
}

void ufo_visit(Ufo *u, NodeId n) {
    uint32_t point = arg_node(u->arg, n)->point;
    assert(!ufo_is_visited(u, n));
    ufo_node(u, n)->pass = u->pass;
    ufo_node(u, n)->covered = false;
    vec_push(&u->order, n);
    if (point != WTO_NONE)
        vec_push(&u->visited[point], n);
}

// ---- future nodes ----
static bool contains(const VecU32 *list, uint32_t x) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i] == x)
            return true;
    return false;
}

// Does a path of the graph lead from 'from' to 'to'?
static bool leads_to(const Ufo *u, NodeId from, NodeId to) {
    VecU32 stack = { 0 };
    Map seen = { 0 };
    bool found = false;
    vec_push(&stack, from);
    while (stack.count && !found) {
        NodeId n = vec_pop(&stack);
        found = n == to;
        if (map_find(&seen, n))
            continue;
        map_put(&seen, n, 1);
        for (uint32_t i = 0; i < arg_node(u->arg, n)->out.count; i++)
            vec_push(&stack, u->arg->edges.at[arg_node(u->arg, n)->out.at[i]].to);
    }
    vec_free(&stack);
    map_free(&seen);
    return found;
}

// getFutureNode of the thesis: the node at the point that is still to be visited, or a new one.
static NodeId future(Ufo *u, NodeId from, uint32_t point) {
    assert(ufo_is_visited(u, from) && point < u->proc->graph->points.count);
    if (u->proc->bad[point])
        return UFO_ERROR;
    for (uint32_t i = 0; i < u->pending[point].count; i++)
        if (!leads_to(u, u->pending[point].at[i], from))
            return u->pending[point].at[i];
    NodeId n = add_node(u, point, term_true(u->proc->t));
    vec_push(&u->pending[point], n);
    return n;
}

static void add_edge(Ufo *u, NodeId from, uint32_t cut) {
    NodeId to = future(u, from, u->proc->graph->edges.at[cut].to);
    arg_add_edge(u->arg, from, to, cut);
}

static void drop(VecU32 *list, uint32_t x) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->at[i] != x)
            list->at[kept++] = list->at[i];
    list->count = kept;
}

// An edge to a node that this pass has left behind: its target must be one to come, which gains a parent.
static void retarget(Ufo *u, uint32_t edge) {
    ArgEdge *e = &u->arg->edges.at[edge];
    assert(ufo_is_visited(u, e->from) && ufo_is_visited(u, e->to) && e->to != UFO_ERROR);
    drop(&arg_node(u->arg, e->to)->in, edge);
    e->to = future(u, e->from, u->proc->graph->edges.at[e->cut].to);
    vec_push(&arg_node(u->arg, e->to)->in, edge);
    ufo_node(u, e->to)->marked = true;
}

void ufo_expand_node(Ufo *u, NodeId n) {
    const VecU32 *cuts = arg_cuts(u->arg, n);
    assert(ufo_is_visited(u, n));
    arg_set_expanded(u->arg, n);
    if (!arg_node(u->arg, n)->out.count) {
        for (uint32_t i = 0; i < cuts->count; i++)
            add_edge(u, n, cuts->at[i]);
        return;
    }
    for (uint32_t i = 0; i < arg_node(u->arg, n)->out.count; i++) {
        uint32_t edge = arg_node(u->arg, n)->out.at[i];
        NodeId child = u->arg->edges.at[edge].to;
        if (child == UFO_ERROR)
            continue;
        uint32_t point = arg_node(u->arg, child)->point;
        if (ufo_is_visited(u, child))
            retarget(u, edge);
        else if (!contains(&u->pending[point], child))
            vec_push(&u->pending[point], child);
    }
}

void ufo_mark_children(Ufo *u, NodeId n, bool all) {
    assert(arg_node(u->arg, n)->out.count || !arg_cuts(u->arg, n)->count);
    for (uint32_t i = 0; i < arg_node(u->arg, n)->out.count; i++) {
        UfoNode *child = ufo_node(u, u->arg->edges.at[arg_node(u->arg, n)->out.at[i]].to);
        if (all || !child->relabel.id)
            child->marked = true;
    }
}

void ufo_drop_children(Ufo *u, NodeId n) {
    assert(ufo_node(u, n)->covered);
    for (uint32_t i = 0; i < arg_node(u->arg, n)->out.count; i++) {
        NodeId child = u->arg->edges.at[arg_node(u->arg, n)->out.at[i]].to;
        const VecU32 *in = &arg_node(u->arg, child)->in;
        bool wanted = child == UFO_ERROR;
        for (uint32_t k = 0; k < in->count && !wanted; k++) {
            NodeId parent = u->arg->edges.at[in->at[k]].from;
            wanted = parent != n && ufo_is_visited(u, parent) && !ufo_node(u, parent)->covered;
        }
        if (!wanted)
            drop(&u->pending[arg_node(u->arg, child)->point], child);
    }
}

// ---- the order of a pass ----
static bool pending_inside(const Ufo *u, uint32_t head) {
    const Wto *w = &u->proc->graph->wto;
    for (uint32_t i = w->place[head]; i < w->end[head]; i++)
        if (u->pending[w->order.at[i]].count)
            return true;
    return false;
}

// WTONEXT, or, after a covered node, WTOEXIT; on from there over points that no node waits at.  A
// component is left only when nothing in it is left to visit.
NodeId ufo_next(Ufo *u, NodeId n) {
    assert(n != UFO_ERROR && ufo_is_visited(u, n));
    const Wto *w = &u->proc->graph->wto;
    uint32_t at = arg_node(u->arg, n)->point, next;
    bool head = wto_is_head(w, at);
    if (!head && u->pending[at].count)
        next = at;
    else if (ufo_node(u, n)->covered && !(head && pending_inside(u, at)))
        next = wto_exit(w, at);
    else
        next = wto_next(w, at);
    while (next != WTO_NONE && !u->pending[next].count) {
        bool around = w->place[next] <= w->place[at];
        at = next;
        next = around ? wto_exit(w, at) : wto_next(w, at);
    }
    if (next == WTO_NONE)
        return UFO_ERROR;
    NodeId found = u->pending[next].at[0];
    drop(&u->pending[next], found);
    return found;
}

void ufo_graph_check(const Ufo *u) {
#ifndef NDEBUG
    assert(u->order.count && u->order.at[0] == ARG_ROOT && vec_last(&u->order) == UFO_ERROR);
    uint32_t *place = base_alloc(u->arg->nodes.count * sizeof *place); // 1 + place in the order
    for (uint32_t i = 0; i < u->order.count; i++)
        place[u->order.at[i]] = i + 1;
    for (uint32_t i = 0; i < u->arg->edges.count; i++) {
        ArgEdge e = u->arg->edges.at[i];
        assert((place[e.from] > 0) == ufo_is_visited(u, e.from));
        assert(!place[e.from] || !place[e.to] || place[e.from] < place[e.to]);
    }
    free(place);
#endif
    (void)u;
}

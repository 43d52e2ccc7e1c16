// dag.c - a graph of steps as formulas
#include "engine/ufo/dag.h"

uint32_t dag_add_node(Dag *dag, uint32_t point, uint32_t number, Term known) {
    assert(known.id);
    DagNode *node = vec_add(&dag->nodes);
    node->point = point;
    node->number = number;
    node->known = known;
    return dag->nodes.count - 1;
}

void dag_add_edge(Dag *dag, DagEdge edge) {
    assert(edge.from < edge.to && edge.to < dag->nodes.count);
    vec_push(&dag->nodes.at[edge.from].out, dag->edges.count);
    vec_push(&dag->nodes.at[edge.to].in, dag->edges.count);
    vec_push(&dag->edges, edge);
}

void dag_free(Dag *dag) {
    for (uint32_t i = 0; i < dag->nodes.count; i++) {
        vec_free(&dag->nodes.at[i].in);
        vec_free(&dag->nodes.at[i].out);
        vec_free(&dag->nodes.at[i].words);
    }
    vec_free(&dag->nodes);
    vec_free(&dag->edges);
    vec_free(&dag->step);
    vec_free(&dag->loose);
    vec_free(&dag->known);
}

// ---- places and steps ----
static void arrive(Dag *dag, uint32_t v) {
    Terms *t = dag->pc->t;
    DagNode *node = &dag->nodes.at[v];
    uint32_t n = node->in.count;
    Place *from = base_alloc((n + 1) * sizeof *from);
    Term *same = base_alloc((n + 1) * sizeof *same);
    for (uint32_t i = 0; i < n; i++) {
        const DagEdge *e = &dag->edges.at[node->in.at[i]];
        from[i] = place_next(dag->pc, &dag->nodes.at[e->from].at, e->cut, e->number);
        same[i] = term_true(t);
    }
    bool last = v + 1 == dag->nodes.count;
    if (n > 1 && !last)
        node->at = place_join(dag->pc, node->point, n, from, node->number, same);
    else if (n)
        node->at = from[0];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t e = node->in.at[i];
        bool first = dag->edges.at[e].from == 0;
        Term more = first ? term_and(t, dag->pc->initial, same[i]) : same[i];
        dag->step.at[e] = term_and(t, from[i].step, more);
        dag->loose.at[e] = term_and(t, from[i].loose, more);
    }
    free(from);
    free(same);
}

void dag_encode(Dag *dag) {
    assert(dag->nodes.count && !dag->nodes.at[0].in.count && !vec_last(&dag->nodes).out.count);
    vec_resize(&dag->step, dag->edges.count);
    vec_resize(&dag->loose, dag->edges.count);
    vec_resize(&dag->known, dag->nodes.count);
    dag->nodes.at[0].at = place_first(dag->pc);
    for (uint32_t v = 0; v < dag->nodes.count; v++) {
        DagNode *node = &dag->nodes.at[v];
        if (v)
            arrive(dag, v);
        dag->known.at[v] =
            v + 1 < dag->nodes.count ? place_formula(dag->pc, &node->at, node->known) : term_true(dag->pc->t);
    }
}

// ---- the question ----
static Term control(Terms *t, const char *stem, uint32_t i) {
    char name[32];
    snprintf(name, sizeof name, "dag!%s%u", stem, i);
    return term_var(t, name, sort_bool(t));
}

Term dag_node_taken(Terms *t, uint32_t node) {
    return control(t, "c", node);
}

Term dag_edge_taken(Terms *t, uint32_t edge) {
    return control(t, "t", edge);
}

void dag_question(const Dag *dag, const VecTerm *steps, bool restricted, VecTerm *clauses) {
    assert(steps->count == dag->edges.count && (!restricted || dag->known.count == dag->nodes.count));
    Terms *t = dag->pc->t;
    VecTerm ways = { 0 };
    for (uint32_t v = 0; v + 1 < dag->nodes.count; v++) {
        const DagNode *node = &dag->nodes.at[v];
        ways.count = 0;
        for (uint32_t i = 0; i < node->out.count; i++)
            vec_push(&ways, dag_edge_taken(t, node->out.at[i]));
        Term some = term_or_n(t, ways.count, ways.at);
        if (restricted)
            some = term_and(t, some, dag->known.at[v]);
        vec_push(clauses, term_implies(t, dag_node_taken(t, v), some));
    }
    for (uint32_t e = 0; e < dag->edges.count; e++) {
        uint32_t to = dag->edges.at[e].to;
        Term then = steps->at[e];
        if (to + 1 < dag->nodes.count)
            then = term_and(t, dag_node_taken(t, to), then);
        vec_push(clauses, term_implies(t, dag_edge_taken(t, e), then));
    }
    vec_free(&ways);
}

// ufo_refine.c - REFINE: all paths to the error in one question
//
// The graph of the question is made of the nodes visited in this pass (what older passes left behind has labels
// that need not hold) from which an edge path leads to the error.  New labels are the DAG interpolants;
// with --refine restricted, interpolants that add to what is known at a node.  What is known there is the
// disjunction of all labels visited at its point: the labels of the nodes alone, where a domain keeps
// only what is new at a node, are no well-labelling.
#include "base/options.h"
#include "base/stats.h"
#include "engine/ufo/ufo.h"

// ---- the question ----
typedef struct Question {
    Dag dag;
    uint32_t *number; // by node of the graph: 1 + its number in the dag
    VecU32 nodes;     // by number
    VecU32 edges;     // by edge of the dag: that of the graph
    Term *known;      // by point
} Question;

// A false edge: what is known at its source excludes its step.  Only where that is known in the
// question too may it be left out.
static bool is_false_edge(Ufo *u, const Question *q, const ArgEdge *e) {
    if (u->set.refine != REFINE_RESTRICTED)
        return false;
    Term known = q->known[arg_node(u->arg, e->from)->point];
    return refine_excludes(u->w.refiner, known, u->proc->block[e->cut].guard);
}

static void find_known(Ufo *u, Question *q) {
    uint32_t n = u->proc->graph->points.count;
    q->known = base_alloc((n + 1) * sizeof *q->known);
    for (uint32_t i = 0; i < n; i++)
        q->known[i] = u->set.refine == REFINE_RESTRICTED ? ufo_invariant(u, i) : term_true(u->proc->t);
}

static bool *find_reaching(Ufo *u, const Question *q) {
    bool *reaches = base_alloc(u->arg->nodes.count);
    reaches[UFO_ERROR] = true;
    for (uint32_t i = u->order.count; i-- > 0;) {
        NodeId n = u->order.at[i];
        for (uint32_t k = 0; k < arg_node(u->arg, n)->out.count && !reaches[n]; k++) {
            const ArgEdge *e = &u->arg->edges.at[arg_node(u->arg, n)->out.at[k]];
            reaches[n] = reaches[e->to] && ufo_is_visited(u, e->to) && !is_false_edge(u, q, e);
        }
    }
    return reaches;
}

// Every node of the question must lie on a path: those that only nodes left out lead to are left out.
static bool is_led_to(Ufo *u, const Question *q, NodeId n) {
    for (uint32_t i = 0; i < arg_node(u->arg, n)->in.count; i++) {
        const ArgEdge *e = &u->arg->edges.at[arg_node(u->arg, n)->in.at[i]];
        if (q->number[e->from] && ufo_is_visited(u, e->from) && !is_false_edge(u, q, e))
            return true;
    }
    return n == ARG_ROOT;
}

static void add_edges_into(Ufo *u, Question *q, NodeId n) {
    for (uint32_t i = 0; i < arg_node(u->arg, n)->in.count; i++) {
        uint32_t edge = arg_node(u->arg, n)->in.at[i];
        const ArgEdge *e = &u->arg->edges.at[edge];
        if (!q->number[e->from] || !ufo_is_visited(u, e->from))
            continue;
        if (is_false_edge(u, q, e)) {
            u->stats.false_edges++;
            continue;
        }
        // Steps have odd numbers, nodes even ones: see place_next and place_join.
        dag_add_edge(&q->dag, (DagEdge){ q->number[e->from] - 1, q->number[n] - 1, e->cut, 2 * edge + 1 });
        vec_push(&q->edges, edge);
    }
}

static void pose(Ufo *u, Question *q) {
    *q = (Question){ .dag = { .pc = u->proc }, .number = base_alloc(u->arg->nodes.count * sizeof(uint32_t)) };
    find_known(u, q);
    bool *reaches = find_reaching(u, q);
    for (uint32_t i = 0; i < u->order.count; i++) { // UFO_ERROR is the last one
        NodeId n = u->order.at[i];
        if (!reaches[n] || !is_led_to(u, q, n))
            continue;
        uint32_t point = arg_node(u->arg, n)->point;
        Term known = n == UFO_ERROR ? term_true(u->proc->t) : q->known[point];
        q->number[n] = 1 + dag_add_node(&q->dag, point, 2 * n, known);
        vec_push(&q->nodes, n);
        if (n != UFO_ERROR)
            for (uint32_t k = 0; k < u->followed[point].count; k++)
                vec_push(&vec_last(&q->dag.nodes).words, u->followed[point].at[k]);
        add_edges_into(u, q, n);
    }
    assert(q->nodes.count && q->nodes.at[0] == ARG_ROOT && vec_last(&q->nodes) == UFO_ERROR);
    assert(q->edges.count == q->dag.edges.count);
    dag_encode(&q->dag);
    u->stats.dag_nodes = q->dag.nodes.count;
    u->stats.dag_edges = q->dag.edges.count;
    free(reaches);
}

static void question_free(Question *q) {
    dag_free(&q->dag);
    vec_free(&q->nodes);
    vec_free(&q->edges);
    free(q->number);
    free(q->known);
}

// ---- a path that can be taken ----
static Term value(void *self, Term variable) {
    return dag_value(((Ufo *)self)->dag, variable);
}

// The places on the path, each with the number of the step that leads to it.
static void feasible(Ufo *u, const Question *q, Claim *claim) {
    assert(claim->kind == CLAIM_NOTHING);
    VecU32 way = { 0 }, cuts = { 0 };
    VEC(Place) places = { 0 };
    dag_way(u->dag, &q->dag, &way);
    vec_push(&places, q->dag.nodes.at[0].at);
    for (uint32_t i = 0; i < way.count; i++) {
        const DagEdge *e = &q->dag.edges.at[way.at[i]];
        Place at = q->dag.nodes.at[e->to].at;
        at.number = e->number;
        vec_push(&places, at);
        vec_push(&cuts, e->cut);
    }
    uint32_t end = cuts.count ? u->proc->graph->edges.at[vec_last(&cuts)].to : WTO_NONE;
    if (end != WTO_NONE && u->proc->bad[end] && end != u->proc->graph->error) {
        procedure_blame(u->proc, end, claim);
    } else if (end == u->proc->graph->error) {
        if (path_trace(u->proc, cuts.count, cuts.at, places.at, value, u, claim))
            claim->kind = CLAIM_UNSAFE;
    } else {
        reason_set(&claim->reason, "solver");
        reason_set(&claim->detail, "the solver's model does not lead to the error");
    }
    vec_free(&way);
    vec_free(&cuts);
    vec_free(&places);
}

// ---- new labels ----
static bool follow(Ufo *u, uint32_t point, Term predicate) {
    VecTerm *known = &u->followed[point];
    Term plain = term_op(u->proc->t, predicate) == OP_NOT ? term_arg(u->proc->t, predicate, 0) : predicate;
    if (term_is_const(u->proc->t, plain))
        return false;
    for (uint32_t i = 0; i < known->count; i++)
        if (term_same(known->at[i], plain))
            return false;
    vec_push(known, plain);
    if (u->domain && u->domain->follow)
        u->domain->follow(u->domain_self, point, plain);
    return true;
}

// The atoms of the formulas, or, where they bring nothing new, the formulas themselves.
static bool follow_all(Ufo *u, const Question *q, const Term out[]) {
    VecTerm atoms = { 0 };
    bool more = false;
    for (uint32_t v = 1; v + 1 < q->dag.nodes.count; v++) {
        atoms.count = 0;
        term_atoms(u->proc->t, out[v], &atoms);
        for (uint32_t i = 0; i < atoms.count; i++)
            more |= follow(u, q->dag.nodes.at[v].point, atoms.at[i]);
    }
    for (uint32_t v = 1; v + 1 < q->dag.nodes.count && !more && u->set.refine == REFINE_PREDICATES; v++)
        more |= follow(u, q->dag.nodes.at[v].point, out[v]);
    vec_free(&atoms);
    return more;
}

static void relabel(Ufo *u, const Question *q, const Term out[]) {
    for (uint32_t v = 0; v < q->nodes.count; v++) {
        NodeId n = q->nodes.at[v];
        Term label = n == ARG_ROOT ? u->proc->initial : out[v];
        if (n != UFO_ERROR && n != ARG_ROOT)
            label = term_and(u->proc->t, label, q->dag.nodes.at[v].known);
        ufo_node(u, n)->relabel = label;
        u->stats.relabelled++;
    }
}

static PathAnswer look_at(Ufo *u, Question *q, Claim *claim) {
    Term *out = base_alloc((q->dag.nodes.count + 1) * sizeof *out);
    PathAnswer found = dag_refine(u->dag, &q->dag, out);
    switch (found) {
    case PATH_SPURIOUS:
        if (!follow_all(u, q, out) && u->set.refine == REFINE_PREDICATES) {
            reason_set(&claim->reason, "no new predicates");
            reason_set(&claim->detail, "the predicates found do not exclude %u paths that cannot be taken",
                       q->dag.edges.count);
            found = PATH_UNDECIDED;
        } else if (u->set.refine != REFINE_PREDICATES) {
            relabel(u, q, out);
        }
        break;
    case PATH_FEASIBLE:
        feasible(u, q, claim);
        break;
    case PATH_UNDECIDED:
        reason_set(&claim->reason, "%s", dag_refiner_reason(u->dag));
        reason_set(&claim->detail, "a graph of %u blocks to the error could not be decided", q->dag.edges.count);
        break;
    }
    free(out);
    return found;
}

PathAnswer ufo_refine(Ufo *u, Claim *claim) {
    assert(ufo_is_visited(u, UFO_ERROR) && !arg_is_false(u->arg, UFO_ERROR));
    Question q;
    phase_begin(PHASE_refinement);
    u->w.refinements++;
    phase_begin(PHASE_encoding);
    pose(u, &q);
    phase_end(PHASE_encoding);
    PathAnswer found = look_at(u, &q, claim);
    question_free(&q);
    phase_end(PHASE_refinement);
    return found;
}

// dag_refine.c - DAG interpolants, by cases, over integers and over bit-vectors
//
// The same encodings and the same order as along a path (refine.h): only the exact encoding ever calls a path
// feasible, and explanations from elsewhere are checked edge by edge against the exact steps.
#include "base/stats.h"
#include "engine/ufo/dag.h"
#include "engine/refine/ideal.h"

enum { SECONDS_EXACT = 120, SECONDS_NUMBERS = 6, SECONDS_BITS = 60, SECONDS_CASES = 20 };

struct DagRefiner {
    Procedure *pc;
    Terms *t;
    Refiner *refiner; // for implications
    Smt *exact;
    Smt *numbers; // for slimming
    Interpolator *of_numbers, *of_bits;
    DagCases *cases;
    Ideal *ideal;
    Integers *integers;
    Reason reason;
    DagStats stats;
};

static void learn(DagRefiner *r) {
    for (uint32_t i = 0; i < r->pc->graph->edges.count; i++) {
        const Block *b = &r->pc->block[i];
        if (!b->guard.id)
            continue;
        ideal_learn(r->ideal, b->guard);
        for (uint32_t k = 0; k < b->changes.count; k++)
            ideal_learn(r->ideal, b->changes.at[k].value);
    }
}

DagRefiner *dag_refiner_new(Procedure *pc, Refiner *refiner) {
    DagRefiner *r = base_alloc(sizeof *r);
    *r = (DagRefiner){ .pc = pc, .t = pc->t, .refiner = refiner };
    r->exact = smt_new(pc->t, (SmtLimits){ .seconds = SECONDS_EXACT });
    r->numbers = smt_new(pc->t, (SmtLimits){ .seconds = SECONDS_NUMBERS });
    r->of_numbers = interpolator_new(pc->t, (SmtLimits){ .seconds = SECONDS_NUMBERS });
    r->of_bits = interpolator_new(pc->t, (SmtLimits){ .seconds = SECONDS_BITS });
    r->cases = dag_cases_new(pc);
    r->ideal = ideal_new(pc->t, procedure_origin, pc);
    r->integers = integers_new(pc->t);
    learn(r);
    return r;
}

void dag_refiner_free(DagRefiner *r) {
    if (!r)
        return;
    smt_free(r->exact);
    smt_free(r->numbers);
    interpolator_free(r->of_numbers);
    interpolator_free(r->of_bits);
    dag_cases_free(r->cases);
    ideal_free(r->ideal);
    integers_free(r->integers);
    free(r);
}

const char *dag_refiner_reason(const DagRefiner *r) {
    return r->reason.text;
}

const DagStats *dag_refiner_stats(const DagRefiner *r) {
    return &r->stats;
}

// ---- the exact encoding ----
static SmtAnswer decide(DagRefiner *r, const Dag *dag, const VecTerm *steps) {
    VecTerm clauses = { 0 };
    dag_question(dag, steps, false, &clauses);
    vec_push(&clauses, dag_node_taken(r->t, 0));
    SmtAnswer answer = smt_solve(r->exact, term_and_n(r->t, clauses.count, clauses.at));
    vec_free(&clauses);
    return answer;
}

Term dag_value(DagRefiner *r, Term a) {
    return smt_value(r->exact, a);
}

void dag_way(DagRefiner *r, const Dag *dag, VecU32 *edges) {
    for (uint32_t v = 0; v + 1 < dag->nodes.count;) {
        const VecU32 *out = &dag->nodes.at[v].out;
        uint32_t i = 0;
        while (i < out->count && term_op(r->t, dag_value(r, dag_edge_taken(r->t, out->at[i]))) != OP_TRUE)
            i++;
        if (i == out->count)
            return; // no model of the question: path_trace will not find a run along it
        vec_push(edges, out->at[i]);
        v = dag->edges.at[out->at[i]].to;
    }
}

// ---- explanations that come from elsewhere ----
static bool in_scope(DagRefiner *r, const Dag *dag, const Term out[]) {
    VecTerm copies = { 0 }, vars = { 0 };
    bool good = true;
    for (uint32_t v = 1; v + 1 < dag->nodes.count && good; v++) {
        Map here = { 0 };
        copies.count = vars.count = 0;
        place_copies(r->pc, &dag->nodes.at[v].at, dag->nodes.at[v].point, &copies);
        for (uint32_t i = 0; i < copies.count; i++)
            map_put(&here, copies.at[i].id, 1);
        term_vars(r->t, out[v], &vars);
        for (uint32_t i = 0; i < vars.count && good; i++)
            good = map_find(&here, vars.at[i].id);
        map_free(&here);
    }
    vec_free(&copies);
    vec_free(&vars);
    return good;
}

static bool steps_hold(DagRefiner *r, const Dag *dag, const VecTerm *steps, const Term out[]) {
    assert(steps->count == dag->edges.count);
    for (uint32_t e = 0; e < dag->edges.count; e++) {
        uint32_t from = dag->edges.at[e].from;
        Term premise[] = { out[from], dag->known.at[from], steps->at[e] };
        if (!refine_implies(r->refiner, term_and_n(r->t, COUNT(premise), premise), out[dag->edges.at[e].to]))
            return false;
    }
    return true;
}

static bool interpolate(DagRefiner *r, const Dag *dag, Interpolator *ip, const Term steps[], Term out[]) {
    VEC(ItpEdge) edges = { 0 };
    for (uint32_t e = 0; e < dag->edges.count; e++)
        vec_push(&edges, (ItpEdge){ dag->edges.at[e].from, dag->edges.at[e].to, steps[e] });
    ItpDag problem = { .nodes = dag->nodes.count, .entry = 0, .exit = dag->nodes.count - 1 };
    problem.n_edges = edges.count;
    problem.edges = edges.at;
    ItpAnswer answer = interpolate_dag(ip, &problem, out);
    if (answer != ITP_FOUND)
        reason_set(&r->reason, "interpolation: %s", interpolator_reason(ip));
    vec_free(&edges);
    return answer == ITP_FOUND;
}

// The steps in an encoding where numbers are integers: each with what is known before it, slimmed.
typedef Term (*ToEncoding)(DagRefiner *r, Term a);

static Term to_ideal(DagRefiner *r, Term a) {
    return ideal_formula(r->ideal, a);
}

static Term to_integers(DagRefiner *r, Term a) {
    return integers_translate(r->integers, a);
}

static bool interpolate_numbers(DagRefiner *r, const Dag *dag, const VecTerm *steps, ToEncoding to, Term out[]) {
    Term *z = base_alloc((dag->edges.count + 1) * sizeof *z);
    for (uint32_t e = 0; e < dag->edges.count; e++)
        z[e] = to(r, term_and(r->t, dag->known.at[dag->edges.at[e].from], steps->at[e]));
    bool good = dag_slim(dag, r->numbers, z, &r->stats.literals, &r->stats.literals_kept) &&
                interpolate(r, dag, r->of_numbers, z, out);
    free(z);
    return good;
}

static bool by_guess(DagRefiner *r, const Dag *dag, const VecTerm *steps, Term out[]) {
    bool good = interpolate_numbers(r, dag, steps, to_ideal, out);
    for (uint32_t v = 0; v < dag->nodes.count && good; v++) {
        out[v] = ideal_back(r->ideal, out[v]);
        good = out[v].id != 0;
    }
    good = good && in_scope(r, dag, out) && steps_hold(r, dag, steps, out);
    r->stats.guessed += good;
    return good;
}

static bool by_integers(DagRefiner *r, const Dag *dag, const VecTerm *steps, Term out[]) {
    bool good = interpolate_numbers(r, dag, steps, to_integers, out);
    for (uint32_t v = 0; v < dag->nodes.count && good; v++) {
        out[v] = integers_back(r->integers, out[v]);
        good = out[v].id != 0;
    }
    good = good && in_scope(r, dag, out);
    r->stats.by_integers += good;
    return good;
}

static bool by_bits(DagRefiner *r, const Dag *dag, const VecTerm *steps, Term out[]) {
    Term *b = base_alloc((dag->edges.count + 1) * sizeof *b);
    for (uint32_t e = 0; e < dag->edges.count; e++)
        b[e] = term_and(r->t, dag->known.at[dag->edges.at[e].from], steps->at[e]);
    smt_set_limits(r->numbers, (SmtLimits){ .seconds = SECONDS_BITS });
    bool good = dag_slim(dag, r->numbers, b, &r->stats.literals, &r->stats.literals_kept) &&
                interpolate(r, dag, r->of_bits, b, out) && in_scope(r, dag, out);
    smt_set_limits(r->numbers, (SmtLimits){ .seconds = SECONDS_NUMBERS });
    free(b);
    r->stats.by_bits += good;
    return good;
}

static bool by_cases(DagRefiner *r, const Dag *dag, const VecTerm *steps, bool with_values, Term out[]) {
    phase_begin(PHASE_interpolation);
    bool good = dag_explain(r->cases, dag, steps, with_values, SECONDS_CASES, out);
    phase_end(PHASE_interpolation);
    r->stats.cubes = dag_cases_cubes(r->cases);
    r->stats.by_cases += good;
    return good;
}

// ---- all of it ----
// The most general explanations first.
static bool explain(DagRefiner *r, const Dag *dag, const VecTerm *steps, Term out[]) {
    return by_cases(r, dag, steps, false, out) || by_guess(r, dag, steps, out) || by_integers(r, dag, steps, out);
}

static bool explain_somehow(DagRefiner *r, const Dag *dag, Term out[]) {
    return by_cases(r, dag, &dag->step, true, out) || by_bits(r, dag, &dag->step, out);
}

static bool has_counters(const Dag *dag) {
    for (uint32_t e = 0; e < dag->edges.count; e++)
        if (!term_same(dag->loose.at[e], dag->step.at[e]))
            return true;
    return false;
}

PathAnswer dag_refine(DagRefiner *r, Dag *dag, Term out[]) {
    assert(dag->step.count == dag->edges.count); // it is encoded
    r->stats.asked++;
    SmtAnswer feasible = decide(r, dag, &dag->step);
    if (feasible == SMT_SAT)
        return PATH_FEASIBLE;
    if (feasible == SMT_UNKNOWN) {
        reason_set(&r->reason, "solver: %s", smt_reason(r->exact));
        return PATH_UNDECIDED;
    }
    // Refinement selection, as in unwind.c: reasons without counters last for all rounds of a loop.
    bool loose = has_counters(dag) && decide(r, dag, &dag->loose) == SMT_UNSAT;
    r->stats.loose += loose;
    bool found = (loose && explain(r, dag, &dag->loose, out)) || explain(r, dag, &dag->step, out) ||
                 explain_somehow(r, dag, out);
    assert(!found || (out[0].id && out[dag->nodes.count - 1].id));
    for (uint32_t v = 0; found && v < dag->nodes.count; v++)
        out[v] = procedure_clean(r->pc, out[v]);
    return found ? PATH_SPURIOUS : PATH_UNDECIDED;
}

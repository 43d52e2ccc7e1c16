// dag_explain.c - why no way through a graph can be taken, case by case
//
// Node by node in topological order: the states that arrive from the explained nodes before are
// asked for one at a time; each is generalised to a cube of few facts that already
// excludes every way from here to the end, as an unsat core of the whole rest
// of the graph says; until the cubes hold all states that arrive.
#include "base/limits.h"
#include "engine/dag.h"

enum { MOST_CUBES = 300, MOST_WORDS = 600, MOST_TRIED = 6 };
static const SmtLimits LIMITS = { .seconds = 5, .resources = 40000000 };

struct DagCases {
    Pieces *pc;
    Terms *t;
    Smt *arrive;   // what arrives at the node at hand
    Smt *rest;     // all steps of the graph
    VecTerm *pool; // by point: cubes found there before, over the variables
    uint64_t cubes;
};

DagCases *dag_cases_new(Pieces *pc) {
    DagCases *c = base_alloc(sizeof *c);
    *c = (DagCases){ .pc = pc, .t = pc->t };
    c->arrive = smt_new_for_bits(pc->t, LIMITS);
    c->rest = smt_new_for_bits(pc->t, LIMITS);
    c->pool = base_alloc(pc->graph->points.count * sizeof *c->pool);
    return c;
}

void dag_cases_free(DagCases *c) {
    if (!c)
        return;
    smt_free(c->arrive);
    smt_free(c->rest);
    for (uint32_t i = 0; i < c->pc->graph->points.count; i++)
        vec_free(&c->pool[i]);
    free(c->pool);
    free(c);
}

uint64_t dag_cases_cubes(const DagCases *c) {
    return c->cubes;
}

// ---- the vocabulary of a node ----
typedef struct Words {
    VecTerm conditions, variables;
} Words;

static bool speaks_of(DagCases *c, const Map *here, Term a) {
    VecTerm vars = { 0 };
    term_vars(c->t, a, &vars);
    bool all = vars.count > 0;
    for (uint32_t i = 0; i < vars.count && all; i++)
        all = map_find(here, vars.at[i].id);
    vec_free(&vars);
    return all;
}

static void add_conditions(DagCases *c, const Map *here, Term formula, Map *seen, VecTerm *out) {
    VecTerm atoms = { 0 };
    term_atoms(c->t, formula, &atoms);
    for (uint32_t i = 0; i < atoms.count && out->count < MOST_WORDS; i++) {
        if (map_find(seen, atoms.at[i].id) || !speaks_of(c, here, atoms.at[i]))
            continue;
        map_put(seen, atoms.at[i].id, 1);
        vec_push(out, atoms.at[i]);
    }
    vec_free(&atoms);
}

// Conditions that the steps from here ask, and values of variables that do not count; then also those of
// counters, and conditions found at the point before.
static void find_words(DagCases *c, const Dag *dag, const VecTerm *steps, uint32_t v, bool with_values, Words *out) {
    const DagNode *node = &dag->nodes.at[v];
    Map here = { 0 }, seen = { 0 };
    VecTerm copies = { 0 };
    out->conditions.count = out->variables.count = 0;
    place_copies(c->pc, &node->at, node->point, &copies);
    for (uint32_t i = 0; i < copies.count; i++)
        map_put(&here, copies.at[i].id, 1);
    for (uint32_t i = 0; i < node->out.count; i++)
        add_conditions(c, &here, steps->at[node->out.at[i]], &seen, &out->conditions);
    for (uint32_t i = 0; i < node->words.count && with_values; i++)
        add_conditions(c, &here, place_formula(c->pc, &node->at, node->words.at[i]), &seen, &out->conditions);
    for (uint32_t i = 0; i < copies.count; i++) {
        SortKind kind = sort_kind(c->t, term_sort(c->t, copies.at[i]));
        if ((kind == SORT_BV || kind == SORT_BOOL) && (with_values || !pieces_counts(c->pc, copies.at[i])))
            vec_push(&out->variables, copies.at[i]);
    }
    map_free(&here);
    map_free(&seen);
    vec_free(&copies);
}

// ---- one cube ----
static void read_state(DagCases *c, const Words *words, VecTerm *conditions, VecTerm *values) {
    conditions->count = values->count = 0;
    for (uint32_t i = 0; i < words->conditions.count; i++) {
        Term a = words->conditions.at[i], v = smt_value(c->arrive, a);
        if (v.id && term_is_const(c->t, v))
            vec_push(conditions, term_op(c->t, v) == OP_TRUE ? a : term_not(c->t, a));
    }
    for (uint32_t i = 0; i < words->variables.count; i++) {
        Term x = words->variables.at[i], v = smt_value(c->arrive, x);
        if (v.id && term_is_const(c->t, v))
            vec_push(values, term_eq(c->t, x, v));
    }
}

// A conjunction of few literals (the first says that the node is taken) that excludes every way on; no term:
// these do not suffice.
static Term contradict(DagCases *c, const VecTerm *literals) {
    VecU32 core = { 0 };
    VecTerm used = { 0 };
    Term cube = { 0 };
    if (smt_check_assuming(c->rest, literals->count, literals->at) == SMT_UNSAT) {
        smt_core(c->rest, true, &core);
        for (uint32_t i = 0; i < core.count; i++)
            if (core.at[i])
                vec_push(&used, literals->at[core.at[i]]);
        cube = term_and_n(c->t, used.count, used.at);
    }
    vec_free(&core);
    vec_free(&used);
    return cube;
}

// A cube that was found at the point before and holds the state at hand: so that a node further round a loop
// is explained, where it can be, as those before it were, and covered by them.
static Term known_cube(DagCases *c, const DagNode *node, uint32_t v) {
    const VecTerm *pool = &c->pool[node->point];
    uint32_t tried = 0;
    for (uint32_t i = pool->count; i-- > 0 && tried < MOST_TRIED;) {
        Term cube = place_formula(c->pc, &node->at, pool->at[i]), holds = smt_value(c->arrive, cube);
        if (!holds.id || term_op(c->t, holds) != OP_TRUE)
            continue;
        tried++;
        Term assumed[] = { dag_node_taken(c->t, v), cube };
        if (smt_check_assuming(c->rest, COUNT(assumed), assumed) == SMT_UNSAT)
            return cube;
    }
    return (Term){ 0 };
}

static Term new_cube(DagCases *c, const DagNode *node, uint32_t v, const Words *words) {
    VecTerm literals = { 0 }, conditions = { 0 }, values = { 0 };
    read_state(c, words, &conditions, &values);
    vec_push(&literals, dag_node_taken(c->t, v));
    for (uint32_t i = 0; i < conditions.count; i++)
        vec_push(&literals, conditions.at[i]);
    Term cube = contradict(c, &literals);
    if (!cube.id) {
        for (uint32_t i = 0; i < values.count; i++)
            vec_push(&literals, values.at[i]);
        cube = contradict(c, &literals);
    }
    vec_free(&literals);
    vec_free(&conditions);
    vec_free(&values);
    c->cubes += cube.id != 0;
    if (cube.id)
        vec_push(&c->pool[node->point], pieces_clean(c->pc, cube));
    return cube;
}

static Term find_cube(DagCases *c, const DagNode *node, uint32_t v, const Words *words) {
    Term cube = known_cube(c, node, v);
    return cube.id ? cube : new_cube(c, node, v, words);
}

// ---- one node ----
static Term arriving(DagCases *c, const Dag *dag, const VecTerm *steps, uint32_t v, const Term out[]) {
    VecTerm ways = { 0 };
    const VecU32 *in = &dag->nodes.at[v].in;
    for (uint32_t i = 0; i < in->count; i++) {
        uint32_t from = dag->edges.at[in->at[i]].from;
        Term way[] = { out[from], dag->known.at[from], steps->at[in->at[i]] };
        vec_push(&ways, term_and_n(c->t, COUNT(way), way));
    }
    Term some = term_or_n(c->t, ways.count, ways.at);
    vec_free(&ways);
    return some;
}

static bool hold_states(DagCases *c, const DagNode *node, uint32_t v, Term states, const Words *words, double end,
                        Term *out) {
    SmtAnswer answer = SMT_UNKNOWN;
    *out = term_false(c->t);
    smt_push(c->arrive);
    smt_assert(c->arrive, states);
    for (uint32_t n = 0; n < MOST_CUBES && clock_cpu() < end && !limits_hit(); n++) {
        answer = smt_check(c->arrive);
        if (answer != SMT_SAT)
            break;
        Term cube = find_cube(c, node, v, words);
        if (!cube.id)
            break;
        *out = term_or(c->t, *out, cube);
        smt_assert(c->arrive, term_not(c->t, cube));
    }
    smt_pop(c->arrive);
    return answer == SMT_UNSAT;
}

bool dag_explain(DagCases *c, const Dag *dag, const VecTerm *steps, bool with_values, double seconds, Term out[]) {
    double end = clock_cpu() + seconds;
    VecTerm clauses = { 0 };
    Words words = { 0 };
    bool good = true;
    dag_question(dag, steps, true, &clauses);
    smt_push(c->rest);
    for (uint32_t i = 0; i < clauses.count; i++)
        smt_assert(c->rest, clauses.at[i]);
    out[0] = term_true(c->t);
    for (uint32_t v = 1; v + 1 < dag->nodes.count && good; v++) {
        find_words(c, dag, steps, v, with_values, &words);
        good = hold_states(c, &dag->nodes.at[v], v, arriving(c, dag, steps, v, out), &words, end, &out[v]);
    }
    out[dag->nodes.count - 1] = term_false(c->t);
    smt_pop(c->rest);
    vec_free(&clauses);
    vec_free(&words.conditions);
    vec_free(&words.variables);
    return good;
}

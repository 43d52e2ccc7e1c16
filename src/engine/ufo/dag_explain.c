// dag_explain.c - why no path through a graph can be taken, case by case
//
// Node by node in topological order: the states that arrive from the explained nodes before are
// asked for one at a time; each is generalised to a cube of few facts that already
// excludes every path from here to the end, by an unsat core of the whole rest
// of the graph; until the cubes hold all states that arrive.
#include "base/limits.h"
#include "engine/ufo/dag.h"

enum { MOST_CUBES = 300, MOST_WORDS = 600, MOST_TRIED = 6, MOST_BAD = 400 };
static const SmtLimits LIMITS = { .seconds = 5, .resources = 40000000 };

typedef struct Learnt { // at a point
    VecTerm cubes;      // found there before, over the variables
    VEC(Map) bad;       // states: word over the variables -> value
} Learnt;

struct DagCases {
    Procedure *pc;
    Terms *t;
    Smt *arrive;       // what arrives at the node at hand
    Smt *rest;         // all steps of the graph
    Learnt *learnt[2]; // by point; of loose steps and of exact ones
    uint64_t cubes;
};

DagCases *dag_cases_new(Procedure *pc) {
    DagCases *c = base_alloc(sizeof *c);
    *c = (DagCases){ .pc = pc, .t = pc->t };
    c->arrive = smt_new_for_bits(pc->t, LIMITS);
    c->rest = smt_new_for_bits(pc->t, LIMITS);
    for (uint32_t k = 0; k < COUNT(c->learnt); k++)
        c->learnt[k] = base_alloc(pc->graph->points.count * sizeof *c->learnt[k]);
    return c;
}

static void forget_bad(Learnt *l) {
    for (uint32_t i = 0; i < l->bad.count; i++)
        map_free(&l->bad.at[i]);
    l->bad.count = 0;
}

void dag_cases_free(DagCases *c) {
    if (!c)
        return;
    smt_free(c->arrive);
    smt_free(c->rest);
    for (uint32_t k = 0; k < COUNT(c->learnt); k++) {
        for (uint32_t i = 0; i < c->pc->graph->points.count; i++) {
            forget_bad(&c->learnt[k][i]);
            vec_free(&c->learnt[k][i].bad);
            vec_free(&c->learnt[k][i].cubes);
        }
        free(c->learnt[k]);
    }
    free(c);
}

uint64_t dag_cases_cubes(const DagCases *c) {
    return c->cubes;
}

// ---- the vocabulary of a node ----
// Conditions and variables over the copies of the node, conditions first.
typedef struct Words {
    VecTerm at;
    VecTerm plain; // the same over the program's variables
    uint32_t conditions;
    VecTerm values; // in the state at hand; no term: not known
} Words;

static void words_free(Words *w) {
    vec_free(&w->at);
    vec_free(&w->plain);
    vec_free(&w->values);
}

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

// Conditions that the steps from here ask, and variables that do not count; then also counters, and
// conditions found at the point before.
static void find_words(DagCases *c, const Dag *dag, const VecTerm *steps, uint32_t v, bool with_values, Words *out) {
    const DagNode *node = &dag->nodes.at[v];
    Map here = { 0 }, seen = { 0 };
    VecTerm copies = { 0 };
    out->at.count = out->plain.count = 0;
    place_copies(c->pc, &node->at, node->point, &copies);
    for (uint32_t i = 0; i < copies.count; i++)
        map_put(&here, copies.at[i].id, 1);
    for (uint32_t i = 0; i < node->out.count; i++)
        add_conditions(c, &here, steps->at[node->out.at[i]], &seen, &out->at);
    for (uint32_t i = 0; i < node->words.count && with_values; i++)
        add_conditions(c, &here, place_formula(c->pc, &node->at, node->words.at[i]), &seen, &out->at);
    out->conditions = out->at.count;
    for (uint32_t i = 0; i < copies.count; i++) {
        SortKind kind = sort_kind(c->t, term_sort(c->t, copies.at[i]));
        bool word = kind == SORT_BV || kind == SORT_BOOL;
        if (word && !map_find(&seen, copies.at[i].id) && (with_values || !procedure_counts(c->pc, copies.at[i])))
            vec_push(&out->at, copies.at[i]);
    }
    for (uint32_t i = 0; i < out->at.count; i++)
        vec_push(&out->plain, procedure_clean(c->pc, out->at.at[i]));
    map_free(&here);
    map_free(&seen);
    vec_free(&copies);
}

static void read_values(DagCases *c, Smt *smt, const Words *words, VecTerm *out) {
    out->count = 0;
    for (uint32_t i = 0; i < words->at.count; i++) {
        Term v = smt_value(smt, words->at.at[i]);
        vec_push(out, v.id && term_is_const(c->t, v) ? v : (Term){ 0 });
    }
}

static Term literal(DagCases *c, const Words *words, uint32_t i) {
    assert(i < words->at.count && words->values.at[i].id);
    Term a = words->at.at[i], v = words->values.at[i];
    if (sort_kind(c->t, term_sort(c->t, a)) == SORT_BOOL)
        return term_op(c->t, v) == OP_TRUE ? a : term_not(c->t, a);
    return term_eq(c->t, a, v);
}

// ---- bad states ----
// From a state that the rest of the graph lets pass the error is reached: no cube at its point may hold it, now or
// later.  So that a question about literals that it satisfies need not be asked.
static void remember_bad(DagCases *c, Learnt *l, const Words *words) {
    assert(words->at.count == words->plain.count);
    VecTerm values = { 0 };
    read_values(c, c->rest, words, &values);
    if (l->bad.count < MOST_BAD) {
        Map *state = vec_add(&l->bad);
        for (uint32_t i = 0; i < values.count; i++)
            if (values.at[i].id)
                map_put(state, words->plain.at[i].id, values.at[i].id);
    }
    vec_free(&values);
}

static bool holds_bad(const Learnt *l, const Words *words, const VecU32 *chosen, uint32_t without) {
    for (uint32_t k = l->bad.count; k-- > 0;) {
        bool all = true;
        for (uint32_t i = 0; i < chosen->count && all; i++)
            all = i == without ||
                  map_find(&l->bad.at[k], words->plain.at[chosen->at[i]].id) == words->values.at[chosen->at[i]].id;
        if (all)
            return true;
    }
    return false;
}

// ---- one cube ----
typedef struct At { // the node at hand
    const DagNode *node;
    uint32_t number;
    Words *words;
    Learnt *learnt;
} At;

// Do the chosen words with their values, but for one, exclude every way on?  Then only those that are needed for it
// are left.
static bool excludes(DagCases *c, const At *at, VecU32 *chosen, uint32_t without) {
    VecTerm assumed = { 0 };
    VecU32 of = { 0 }, core = { 0 };
    if (holds_bad(at->learnt, at->words, chosen, without))
        return false;
    vec_push(&assumed, dag_node_taken(c->t, at->number));
    vec_push(&of, UINT32_MAX);
    for (uint32_t i = 0; i < chosen->count; i++)
        if (i != without) {
            vec_push(&assumed, literal(c, at->words, chosen->at[i]));
            vec_push(&of, chosen->at[i]);
        }
    SmtAnswer answer = smt_check_assuming(c->rest, assumed.count, assumed.at);
    if (answer == SMT_SAT)
        remember_bad(c, at->learnt, at->words);
    if (answer == SMT_UNSAT) {
        smt_core(c->rest, false, &core);
        chosen->count = 0;
        for (uint32_t i = 0; i < core.count; i++)
            if (core.at[i])
                vec_push(chosen, of.at[core.at[i]]);
    }
    vec_free(&assumed);
    vec_free(&of);
    vec_free(&core);
    return answer == SMT_UNSAT;
}

// Words are dropped from the last on: values before conditions.
static void drop_needless(DagCases *c, const At *at, VecU32 *chosen) {
    for (uint32_t i = chosen->count; i-- > 0;) {
        uint32_t word = chosen->at[i];
        if (!excludes(c, at, chosen, i))
            continue;
        for (i = 0; i < chosen->count && chosen->at[i] < word;) // those after it were tried
            i++;
    }
}

static Term new_cube(DagCases *c, const At *at) {
    VecU32 chosen = { 0 };
    VecTerm cube = { 0 };
    Words *words = at->words;
    read_values(c, c->arrive, words, &words->values);
    uint32_t end = words->conditions;
    bool found = false;
    for (uint32_t round = 0; round < 2 && !found; round++, end = words->at.count) {
        chosen.count = 0;
        for (uint32_t i = 0; i < end; i++)
            if (words->values.at[i].id)
                vec_push(&chosen, i);
        found = excludes(c, at, &chosen, UINT32_MAX);
    }
    if (found) {
        drop_needless(c, at, &chosen);
        c->cubes++;
    }
    for (uint32_t i = 0; i < chosen.count; i++)
        vec_push(&cube, literal(c, words, chosen.at[i]));
    Term all = found ? term_and_n(c->t, cube.count, cube.at) : (Term){ 0 };
    if (found)
        vec_push(&at->learnt->cubes, procedure_clean(c->pc, all));
    vec_free(&chosen);
    vec_free(&cube);
    return all;
}

// A cube that was found at the point before and holds the state at hand: so that a node further round a loop
// is explained, where it can be, as those before it were, and covered by them.
static Term known_cube(DagCases *c, const At *at) {
    VecTerm *cubes = &at->learnt->cubes;
    uint32_t tried = 0;
    for (uint32_t i = cubes->count; i-- > 0 && tried < MOST_TRIED;) {
        Term cube = place_formula(c->pc, &at->node->at, cubes->at[i]), holds = smt_value(c->arrive, cube);
        if (!holds.id || term_op(c->t, holds) != OP_TRUE)
            continue;
        tried++;
        Term assumed[] = { dag_node_taken(c->t, at->number), cube };
        SmtAnswer answer = smt_check_assuming(c->rest, COUNT(assumed), assumed);
        if (answer == SMT_UNSAT)
            return cube;
        if (answer == SMT_SAT) {
            remember_bad(c, at->learnt, at->words);
            memmove(&cubes->at[i], &cubes->at[i + 1], (cubes->count - i - 1) * sizeof *cubes->at);
            cubes->count--;
        }
    }
    return (Term){ 0 };
}

static Term find_cube(DagCases *c, const At *at) {
    Term cube = known_cube(c, at);
    return cube.id ? cube : new_cube(c, at);
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

static bool hold_states(DagCases *c, const At *at, Term states, double end, Term *out) {
    SmtAnswer answer = SMT_UNKNOWN;
    *out = term_false(c->t);
    smt_push(c->arrive);
    smt_assert(c->arrive, states);
    for (uint32_t n = 0; n < MOST_CUBES && clock_cpu() < end && !limits_hit(); n++) {
        answer = smt_check(c->arrive);
        if (answer != SMT_SAT)
            break;
        Term cube = find_cube(c, at);
        if (!cube.id)
            break;
        *out = term_or(c->t, *out, cube);
        smt_assert(c->arrive, term_not(c->t, cube));
    }
    smt_pop(c->arrive);
    return answer == SMT_UNSAT;
}

// What is known at the points restricts which states are bad, and changes from question to question.
static void forget_what_depends(DagCases *c, const Dag *dag) {
    bool restricted = false;
    for (uint32_t v = 0; v < dag->nodes.count; v++)
        restricted |= term_op(c->t, dag->known.at[v]) != OP_TRUE;
    for (uint32_t i = 0; i < c->pc->graph->points.count && restricted; i++)
        for (uint32_t k = 0; k < COUNT(c->learnt); k++)
            forget_bad(&c->learnt[k][i]);
}

bool dag_explain(DagCases *c, const Dag *dag, const VecTerm *steps, bool with_values, double seconds, Term out[]) {
    assert(steps->count == dag->edges.count && dag->nodes.count > 1);
    double end = clock_cpu() + seconds;
    VecTerm clauses = { 0 };
    Words words = { 0 };
    Learnt *learnt = c->learnt[steps == &dag->step];
    bool good = true;
    forget_what_depends(c, dag);
    dag_question(dag, steps, true, &clauses);
    smt_push(c->rest);
    for (uint32_t i = 0; i < clauses.count; i++)
        smt_assert(c->rest, clauses.at[i]);
    out[0] = term_true(c->t);
    for (uint32_t v = 1; v + 1 < dag->nodes.count && good; v++) {
        const DagNode *node = &dag->nodes.at[v];
        find_words(c, dag, steps, v, with_values, &words);
        At at = { node, v, &words, &learnt[node->point] };
        good = hold_states(c, &at, arriving(c, dag, steps, v, out), end, &out[v]);
    }
    out[dag->nodes.count - 1] = term_false(c->t);
    smt_pop(c->rest);
    vec_free(&clauses);
    words_free(&words);
    return good;
}

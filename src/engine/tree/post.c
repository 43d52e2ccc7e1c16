// post.c - cartesian and Boolean post-conditions as Boolean functions
//
// The cartesian one is that of T. Ball, A. Podelski, S. Rajamani, "Boolean and Cartesian
// Abstraction for Model Checking C Programs", TACAS 2001, for a whole loop-free
// block at once.  A predicate about nothing that the block changes keeps the value that
// the region gives it; that is asked of the Boolean function, not of the solver.
#include "engine/tree/post.h"
#include "base/stats.h"
#include "logic/reason/abstract.h"

enum { MOST_CUBES = 64, POST_SECONDS = 5 };

typedef struct Step {    // along a cut edge from a label
    StepAnswer possible; // STEP_UNKNOWN: not asked yet, or not answered
    bool asked;
} Step;
struct Poster {
    Procedure *pc;
    const Predicates *predicates;
    const Precisions *precisions;
    Bfs *bfs;
    Abstractor *abstractor;
    VEC(Step) steps; // element 0 is unused
    Map step_of;     // label and cut edge -> step
    Map truth_of;    // step and predicate -> 1 + Truth
    Map boolean_of;  // step and set -> 1 + its place in 'regions'
    Map after_of;    // cut edge and predicate -> term id of the predicate after the block
    VEC(AbstractRegion) regions;
    PostStats stats;
};

Poster *poster_new(Procedure *pc, const Predicates *predicates, const Precisions *precisions) {
    Poster *p = base_alloc(sizeof *p);
    *p = (Poster){ .pc = pc, .predicates = predicates, .precisions = precisions, .bfs = bfs_new(64, 0) };
    p->abstractor = abstractor_new(pc->t, (SmtLimits){ .seconds = POST_SECONDS });
    vec_add(&p->steps);
    return p;
}

void poster_free(Poster *p) {
    if (!p)
        return;
    abstractor_free(p->abstractor);
    bfs_free(p->bfs);
    vec_free(&p->steps);
    vec_free(&p->regions);
    map_free(&p->step_of);
    map_free(&p->truth_of);
    map_free(&p->boolean_of);
    map_free(&p->after_of);
    free(p);
}

const PostStats *poster_stats(const Poster *p) {
    return &p->stats;
}

// ---- regions ----
AbstractRegion post_initial(Poster *p) {
    return (AbstractRegion){ bf_true(p->bfs), p->pc->initial };
}

static AbstractRegion nothing(Poster *p) {
    return (AbstractRegion){ bf_false(p->bfs), term_false(p->pc->t) };
}

static Bf literal(Poster *p, PredicateId predicate, bool holds) {
    Bf v = bf_var(p->bfs, predicate);
    return holds ? v : bf_not(p->bfs, v);
}

static Bf cube_states(Poster *p, uint32_t n, const PredicateId members[], const uint8_t cube[]) {
    Bf all = bf_true(p->bfs);
    for (uint32_t i = 0; i < n; i++)
        if (cube[i] != TRUTH_OPEN)
            all = bf_and(p->bfs, all, literal(p, members[i], cube[i] == TRUTH_TRUE));
    return all;
}

bool region_within(Poster *p, AbstractRegion a, uint32_t n, const AbstractRegion others[]) {
    BfMark mark = bf_mark(p->bfs);
    Bf all = bf_false(p->bfs);
    for (uint32_t i = 0; i < n; i++)
        all = bf_or(p->bfs, all, others[i].states);
    bool within = bf_leq(p->bfs, a.states, all);
    bf_release(p->bfs, mark, (Bf){ 0 });
    return within;
}

bool region_meets(Poster *p, AbstractRegion a, AbstractRegion b) {
    BfMark mark = bf_mark(p->bfs);
    bool apart = bf_leq(p->bfs, a.states, bf_not(p->bfs, b.states));
    bf_release(p->bfs, mark, (Bf){ 0 });
    return !apart;
}

// ---- what is known ----
static uint32_t step_along(Poster *p, Term label, uint32_t cut) {
    assert(label.id && cut < p->pc->graph->edges.count);
    uint64_t key = (uint64_t)label.id << 32 | cut;
    uint32_t step = map_find(&p->step_of, key);
    if (!step) {
        step = p->steps.count;
        vec_add(&p->steps);
        map_put(&p->step_of, key, step);
    }
    return step;
}

static Term predicate_term(const Poster *p, PredicateId predicate) {
    assert(predicate < predicates_count(p->predicates));
    return predicates_terms(p->predicates)[predicate];
}

// The predicate after the block, over the state before it.
static Term after_piece(Poster *p, uint32_t cut, PredicateId predicate) {
    uint64_t key = (uint64_t)cut << 32 | predicate;
    Term after = { map_find(&p->after_of, key) };
    if (!after.id) {
        after = block_after(p->pc->blocks, &p->pc->block[cut], predicate_term(p, predicate));
        map_put(&p->after_of, key, after.id);
    }
    return after;
}

// The value in the region of a predicate that the block does not change; or that is fixed by the block.
static Truth plain_truth(Poster *p, AbstractRegion from, PredicateId predicate, Term after) {
    Op op = term_op(p->pc->t, after);
    if (op == OP_TRUE || op == OP_FALSE)
        return op == OP_TRUE ? TRUTH_TRUE : TRUTH_FALSE;
    if (!term_same(after, predicate_term(p, predicate)))
        return TRUTH_OPEN;
    BfMark mark = bf_mark(p->bfs);
    Bf v = bf_var(p->bfs, predicate);
    Truth truth = bf_leq(p->bfs, from.states, v)                   ? TRUTH_TRUE
                  : bf_leq(p->bfs, from.states, bf_not(p->bfs, v)) ? TRUTH_FALSE
                                                                   : TRUTH_OPEN;
    bf_release(p->bfs, mark, (Bf){ 0 });
    return truth;
}

static bool remembered(const Poster *p, uint32_t step, PredicateId predicate, uint8_t *truth) {
    uint32_t known = map_find(&p->truth_of, (uint64_t)step << 32 | predicate);
    *truth = known ? (uint8_t)(known - 1) : TRUTH_OPEN;
    return known != 0;
}

// ---- cartesian ----
typedef struct Questions { // for the solver
    VecU32 places;         // in the set of predicates
    VecTerm after;
} Questions;

// Fills in what need not be asked.
static void decide_known(Poster *p, AbstractRegion from, uint32_t cut, uint32_t step, PredicateSet over, uint8_t cube[],
                         Questions *open) {
    const PredicateId *members = predicate_set_members(p->precisions, over);
    uint32_t n = predicate_set_count(p->precisions, over);
    p->stats.predicates += n;
    for (uint32_t i = 0; i < n; i++) {
        if (remembered(p, step, members[i], &cube[i])) {
            p->stats.cached++;
            stat_add(STAT_cache_hits, 1);
            stat_add(STAT_prover_calls, 1);
            continue;
        }
        Term after = after_piece(p, cut, members[i]);
        cube[i] = (uint8_t)plain_truth(p, from, members[i], after);
        if (cube[i] != TRUTH_OPEN) {
            p->stats.unchanged++;
            continue;
        }
        vec_push(&open->places, i);
        vec_push(&open->after, after);
    }
}

static void ask(Poster *p, Term label, uint32_t cut, uint32_t step, const PredicateId members[], uint8_t cube[],
                const Questions *open) {
    assert(open->places.count == open->after.count);
    uint32_t n = open->places.count;
    Truth *truth = base_alloc((n + 1) * sizeof *truth);
    Step *s = &p->steps.at[step];
    p->stats.asked += n;
    s->possible = abstract_cartesian(p->abstractor, label, p->pc->block[cut].guard, n, open->after.at, truth);
    s->asked = true;
    for (uint32_t i = 0; i < n && s->possible != STEP_IMPOSSIBLE; i++) {
        uint32_t place = open->places.at[i];
        cube[place] = (uint8_t)truth[i];
        map_put(&p->truth_of, (uint64_t)step << 32 | members[place], 1 + truth[i]);
    }
    free(truth);
}

static AbstractRegion cartesian(Poster *p, AbstractRegion from, uint32_t cut, uint32_t step, PredicateSet over) {
    const PredicateId *members = predicate_set_members(p->precisions, over);
    uint32_t n = predicate_set_count(p->precisions, over);
    uint8_t *cube = base_alloc(n + 1);
    Questions open = { 0 };
    VecTerm terms = { 0 };
    decide_known(p, from, cut, step, over, cube, &open);
    if (open.places.count || !p->steps.at[step].asked)
        ask(p, from.label, cut, step, members, cube, &open);
    AbstractRegion result = nothing(p);
    if (p->steps.at[step].possible != STEP_IMPOSSIBLE) {
        BfMark mark = bf_mark(p->bfs);
        for (uint32_t i = 0; i < n; i++)
            vec_push(&terms, predicate_term(p, members[i]));
        result.states = bf_release(p->bfs, mark, cube_states(p, n, members, cube));
        result.label = cube_term(p->pc->t, n, terms.at, cube);
    }
    vec_free(&terms);
    vec_free(&open.places);
    vec_free(&open.after);
    free(cube);
    return result;
}

// ---- Boolean ----
typedef struct Disjunction {
    Poster *p;
    VecTerm cubes, literals;
} Disjunction;

static bool add_cube(void *self, uint32_t n, const int8_t cube[]) {
    Disjunction *d = self;
    Terms *t = d->p->pc->t;
    d->literals.count = 0;
    for (PredicateId i = 0; i < n; i++)
        if (cube[i] >= 0)
            vec_push(&d->literals, cube[i] ? predicate_term(d->p, i) : term_not(t, predicate_term(d->p, i)));
    vec_push(&d->cubes, term_and_n(t, d->literals.count, d->literals.at));
    return d->cubes.count <= MOST_CUBES;
}

// As cubes, which people and solvers read more easily than choices; unless there are too many.
static Term states_term(Poster *p, Bf states) {
    Disjunction d = { .p = p };
    bool few = bf_cubes(p->bfs, states, predicates_count(p->predicates), add_cube, &d);
    Term result = few ? term_or_n(p->pc->t, d.cubes.count, d.cubes.at)
                      : bf_to_term(p->bfs, p->pc->t, states, predicates_terms(p->predicates));
    vec_free(&d.cubes);
    vec_free(&d.literals);
    return result;
}

static AbstractRegion ask_boolean(Poster *p, Term label, uint32_t cut, PredicateSet over) {
    const PredicateId *members = predicate_set_members(p->precisions, over);
    uint32_t n = predicate_set_count(p->precisions, over);
    VecTerm terms = { 0 }, after = { 0 };
    Cubes cubes = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&terms, predicate_term(p, members[i]));
        vec_push(&after, after_piece(p, cut, members[i]));
    }
    AbstractRegion result = nothing(p);
    p->stats.predicates += n;
    p->stats.asked += n;
    if (abstract_boolean(p->abstractor, label, p->pc->block[cut].guard, n, after.at, MOST_CUBES, &cubes) !=
        STEP_IMPOSSIBLE) {
        BfMark mark = bf_mark(p->bfs);
        Bf all = bf_false(p->bfs);
        for (uint32_t i = 0; i < cubes.count; i += n)
            all = bf_or(p->bfs, all, cube_states(p, n, members, cubes.at + i));
        result.states = bf_release(p->bfs, mark, all);
        result.label = states_term(p, result.states);
    }
    vec_free(&terms);
    vec_free(&after);
    vec_free(&cubes);
    return result;
}

static AbstractRegion boolean(Poster *p, AbstractRegion from, uint32_t cut, uint32_t step, PredicateSet over) {
    uint64_t key = (uint64_t)step << 32 | over;
    uint32_t known = map_find(&p->boolean_of, key);
    p->stats.boolean++;
    if (known) {
        p->stats.predicates += predicate_set_count(p->precisions, over);
        p->stats.cached += predicate_set_count(p->precisions, over);
        return p->regions.at[known - 1];
    }
    AbstractRegion result = ask_boolean(p, from.label, cut, over);
    vec_push(&p->regions, result);
    map_put(&p->boolean_of, key, p->regions.count);
    return result;
}

AbstractRegion post(Poster *p, AbstractRegion from, uint32_t cut, PredicateSet over) {
    assert(from.label.id && !p->pc->bad[p->pc->graph->edges.at[cut].from]);
    uint32_t step = step_along(p, from.label, cut);
    p->stats.posts++;
    if (bfs_variables(p->bfs) < predicates_count(p->predicates))
        bfs_reserve(p->bfs, 2 * predicates_count(p->predicates));
    if (p->steps.at[step].possible == STEP_IMPOSSIBLE)
        return nothing(p);
    if (predicate_set_is_boolean(p->precisions, over) && predicate_set_count(p->precisions, over))
        return boolean(p, from, cut, step, over);
    return cartesian(p, from, cut, step, over);
}

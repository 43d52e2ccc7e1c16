// predicates.c - cartesian and Boolean predicate abstraction as domains
//
// S. Graf, H. Saidi, "Construction of Abstract State Graphs with PVS", CAV 1997; T. Ball, A. Podelski,
// S. Rajamani, "Boolean and Cartesian Abstraction for Model Checking C Programs", TACAS 2001.  An element
// is a set of cubes of predicates; cartesian elements have at most one, which is the only difference between the
// two domains: where there would be more cubes than the limit, what they have in common is kept.
//
// There are finitely many combinations of the predicates followed, so joins widen.
#include "domain/domain.h"
#include "logic/reason/abstract.h"

enum {
    MOST_CUBES = 64,
    RESOURCES = 200000, // of the solver, a question
};

typedef uint32_t Literal; // 2 * predicate + (does it hold?)
typedef struct Cube {
    uint32_t count;
    const Literal *literals; // rising
} Cube;
typedef VEC(Cube) VecCube;
struct Element {
    uint32_t count; // 0: no state
    const Cube *cubes;
};

typedef struct PredicateDomain {
    Procedure *proc;
    Terms *t;
    Arena *arena;
    Abstractor *abstractor;
    uint32_t most;      // cubes
    VecTerm predicates; // each once, none is a negation
    Map number_of;      // predicate -> 1 + number
    VecU32 *followed;   // by point: numbers
} PredicateDomain;

// ---- opening ----
static PredicateDomain *open_with(Procedure *proc, uint32_t most) {
    PredicateDomain *d = base_alloc(sizeof *d);
    *d = (PredicateDomain){ .proc = proc, .t = proc->t, .arena = arena_new(), .most = most };
    d->abstractor = abstractor_new(proc->t, (SmtLimits){ .resources = RESOURCES });
    d->followed = base_alloc((proc->graph->points.count + 1) * sizeof *d->followed);
    return d;
}

static void *open_cartesian(Procedure *proc) {
    return open_with(proc, 1);
}

static void *open_boolean(Procedure *proc) {
    return open_with(proc, MOST_CUBES);
}

static void close(void *self) {
    PredicateDomain *d = self;
    for (uint32_t i = 0; i < d->proc->graph->points.count; i++)
        vec_free(&d->followed[i]);
    free(d->followed);
    abstractor_free(d->abstractor);
    vec_free(&d->predicates);
    map_free(&d->number_of);
    arena_free(d->arena);
    free(d);
}

static uint32_t number_of(PredicateDomain *d, Term predicate) {
    uint32_t at = map_find(&d->number_of, predicate.id);
    if (!at) {
        vec_push(&d->predicates, predicate);
        at = d->predicates.count;
        map_put(&d->number_of, predicate.id, at);
    }
    return at - 1;
}

static void follow(void *self, uint32_t point, Term predicate) {
    PredicateDomain *d = self;
    VecU32 *here = &d->followed[point];
    while (term_op(d->t, predicate) == OP_NOT)
        predicate = term_arg(d->t, predicate, 0);
    if (term_is_const(d->t, predicate))
        return;
    uint32_t number = number_of(d, predicate);
    for (uint32_t i = 0; i < here->count; i++)
        if (here->at[i] == number)
            return;
    vec_push(here, number);
}

// ---- cubes ----
static Cube make_cube(PredicateDomain *d, const VecU32 *literals) {
    Literal *copy = arena_array(d->arena, Literal, literals->count + 1);
    if (literals->count)
        memcpy(copy, literals->at, literals->count * sizeof *copy);
    return (Cube){ literals->count, copy };
}

static Cube common(PredicateDomain *d, Cube a, Cube b) {
    VecU32 both = { 0 };
    for (uint32_t i = 0, k = 0; i < a.count && k < b.count;) {
        if (a.literals[i] == b.literals[k])
            vec_push(&both, a.literals[i]);
        if (a.literals[i] <= b.literals[k])
            i++;
        else
            k++;
    }
    Cube c = make_cube(d, &both);
    vec_free(&both);
    return c;
}

// How many of a's literals b does not have; one whose negation b has is in *opposed, and counted there.
static uint32_t missing(Cube a, Cube b, uint32_t *opposed) {
    uint32_t n = 0;
    *opposed = 0;
    for (uint32_t i = 0, k = 0; i < a.count; i++) {
        while (k < b.count && b.literals[k] / 2 < a.literals[i] / 2)
            k++;
        bool there = k < b.count && b.literals[k] / 2 == a.literals[i] / 2;
        *opposed += there && b.literals[k] != a.literals[i];
        n += !there;
    }
    return n;
}

// Adds a cube: those within it go; two that differ in the sign of one literal become one.
static void add_cube(PredicateDomain *d, VecCube *cubes, Cube c) {
    for (uint32_t i = 0; i < cubes->count;) {
        Cube old = cubes->at[i];
        uint32_t opposed, unlike, unused;
        unlike = missing(old, c, &opposed);
        if (unlike == 0 && opposed == 0)
            return; // c is within it
        bool within = missing(c, old, &unused) == 0 && opposed == 0;
        bool pair = unlike == 0 && opposed == 1 && old.count == c.count;
        if (!within && !pair) {
            i++;
            continue;
        }
        cubes->at[i] = vec_last(cubes);
        cubes->count--;
        if (pair) {
            c = common(d, old, c);
            i = 0; // the new one is larger
        }
    }
    vec_push(cubes, c);
}

static const Element *make_element(PredicateDomain *d, VecCube *cubes) {
    Element *e = arena_alloc(d->arena, sizeof *e);
    while (cubes->count > d->most && cubes->count > 1) {
        Cube all = cubes->at[0];
        for (uint32_t i = 1; i < cubes->count; i++)
            all = common(d, all, cubes->at[i]);
        cubes->at[0] = all;
        cubes->count = 1;
    }
    Cube *copy = arena_array(d->arena, Cube, cubes->count + 1);
    if (cubes->count)
        memcpy(copy, cubes->at, cubes->count * sizeof *copy);
    *e = (Element){ cubes->count, copy };
    vec_free(cubes);
    return e;
}

// ---- lattice ----
static const Element *top(void *self) {
    VecCube cubes = { 0 };
    vec_push(&cubes, (Cube){ 0 });
    return make_element(self, &cubes);
}

static const Element *bottom(void *self) {
    VecCube cubes = { 0 };
    return make_element(self, &cubes);
}

static const Element *join(void *self, const Element *a, const Element *b) {
    VecCube cubes = { 0 };
    for (uint32_t i = 0; i < a->count; i++)
        add_cube(self, &cubes, a->cubes[i]);
    for (uint32_t i = 0; i < b->count; i++)
        add_cube(self, &cubes, b->cubes[i]);
    return make_element(self, &cubes);
}

static Term cube_formula(PredicateDomain *d, Cube c) {
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < c.count; i++) {
        Term p = d->predicates.at[c.literals[i] / 2];
        vec_push(&parts, c.literals[i] % 2 ? p : term_not(d->t, p));
    }
    Term all = term_and_n(d->t, parts.count, parts.at);
    vec_free(&parts);
    return all;
}

static Term gamma_of(void *self, const Element *a) {
    PredicateDomain *d = self;
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < a->count; i++)
        vec_push(&parts, cube_formula(d, a->cubes[i]));
    Term some = term_or_n(d->t, parts.count, parts.at);
    vec_free(&parts);
    return some;
}

// ---- abstraction ----
static int by_number(const void *a, const void *b) {
    Literal x = *(const Literal *)a, y = *(const Literal *)b;
    return x < y ? -1 : x > y;
}

static Cube read_cube(PredicateDomain *d, const VecU32 *numbers, const uint8_t truth[]) {
    VecU32 literals = { 0 };
    for (uint32_t i = 0; i < numbers->count; i++)
        if (truth[i] != TRUTH_OPEN)
            vec_push(&literals, 2 * numbers->at[i] + (truth[i] == TRUTH_TRUE));
    if (literals.count)
        qsort(literals.at, literals.count, sizeof *literals.at, by_number);
    Cube c = make_cube(d, &literals);
    vec_free(&literals);
    return c;
}

static const Element *cartesian(PredicateDomain *d, Term label, Term edge, const VecU32 *numbers, const Term after[]) {
    uint32_t n = numbers->count;
    Truth *truth = base_alloc((n + 1) * sizeof *truth);
    uint8_t *small = base_alloc(n + 1);
    VecCube cubes = { 0 };
    if (abstract_cartesian(d->abstractor, label, edge, n, after, truth) != STEP_IMPOSSIBLE) {
        for (uint32_t i = 0; i < n; i++)
            small[i] = (uint8_t)truth[i];
        vec_push(&cubes, read_cube(d, numbers, small));
    }
    free(small);
    free(truth);
    return make_element(d, &cubes);
}

static const Element *boolean(PredicateDomain *d, Term label, Term edge, const VecU32 *numbers, const Term after[]) {
    uint32_t n = numbers->count;
    Cubes found = { 0 };
    VecCube cubes = { 0 };
    StepAnswer answer = abstract_boolean(d->abstractor, label, edge, n, after, d->most, &found);
    for (uint32_t i = 0; n && i < found.count; i += n)
        add_cube(d, &cubes, read_cube(d, numbers, found.at + i));
    vec_free(&found);
    if (n == 0 && answer != STEP_IMPOSSIBLE)
        vec_push(&cubes, (Cube){ 0 });
    return make_element(d, &cubes);
}

// The states after a step, over the predicates of a point, which are 'after' in terms of the state before.
static const Element *abstract(PredicateDomain *d, Term label, Term edge, const VecU32 *numbers, const Term after[]) {
    return d->most == 1 ? cartesian(d, label, edge, numbers, after) : boolean(d, label, edge, numbers, after);
}

static const Element *alpha(void *self, uint32_t point, Term formula) {
    PredicateDomain *d = self;
    const VecU32 *numbers = &d->followed[point];
    VecTerm here = { 0 };
    for (uint32_t i = 0; i < numbers->count; i++)
        vec_push(&here, block_before(d->proc->blocks, d->predicates.at[numbers->at[i]]));
    const Element *e = abstract(d, block_before(d->proc->blocks, formula), term_true(d->t), numbers, here.at);
    vec_free(&here);
    return e;
}

static const Element *post(void *self, const Element *a, uint32_t cut) {
    PredicateDomain *d = self;
    const Block *block = &d->proc->block[cut];
    const VecU32 *numbers = &d->followed[d->proc->graph->edges.at[cut].to];
    VecTerm after = { 0 };
    if (a->count == 0)
        return a;
    for (uint32_t i = 0; i < numbers->count; i++)
        vec_push(&after, block_after(d->proc->blocks, block, d->predicates.at[numbers->at[i]]));
    const Element *e = abstract(d, block_before(d->proc->blocks, gamma_of(d, a)), block->guard, numbers, after.at);
    vec_free(&after);
    return e;
}

#define PREDICATE_DOMAIN                                                                                          \
    .close = close, .top = top, .bottom = bottom, .join = join, .widen = join, .alpha = alpha, .gamma = gamma_of, \
    .post = post, .follow = follow

const Domain domain_cartesian = {
    .name = "cartesian",
    .summary = "which predicates hold and which fail",
    .open = open_cartesian,
    PREDICATE_DOMAIN,
};

const Domain domain_boolean = {
    .name = "boolean",
    .summary = "Boolean combinations of predicates",
    .open = open_boolean,
    PREDICATE_DOMAIN,
};

// logic.c - speed of the logic layer; run by bench/logic
//
// Prints lines "NAME ratio R" (interpolation against one plain satisfiability check
// of the same formula) and "NAME seconds S ..." for the rest, with the bounds aimed at.
// Times are processor times.
// With the argument "deep": a term of depth a million, all the way to the solver.
#include "logic/reason/integer.h"
#include "logic/reason/interpolate.h"
#include "logic/text/script.h"
#include <sys/resource.h>

static Terms *t;

static Term num(const char *stem, uint32_t i) {
    char name[32];
    sprintf(name, "%s_%u", stem, i);
    return term_var(t, name, sort_int(t));
}

static Term plus(Term a, int64_t k) {
    return term_2(t, OP_ADD, a, term_int(t, k));
}

static Term le(Term a, Term b) {
    return term_2(t, OP_LE, a, b);
}

// The time of one check of the conjunction (disjunctive parts included) in a new session.
static double plain_check(uint32_t n, const Term parts[], SmtAnswer *answer) {
    double start = clock_cpu();
    Smt *smt = smt_new(t, (SmtLimits){ .seconds = 2 });
    for (uint32_t i = 0; i < n; i++)
        smt_assert(smt, parts[i]);
    *answer = smt_check(smt);
    smt_free(smt);
    return clock_cpu() - start;
}

typedef struct Plain {
    double seconds; // the best of three, or of one that takes long
    bool answered;
} Plain;

static Plain best_check(uint32_t n, const Term parts[]) {
    Plain best = { 1e9, true };
    for (int i = 0; i < 3 && best.answered; i++) {
        SmtAnswer answer;
        double seconds = plain_check(n, parts, &answer);
        if (answer == SMT_SAT)
            printf("unexpected: the problem is satisfiable\n");
        best.answered = answer != SMT_UNKNOWN;
        best.seconds = seconds < best.seconds ? seconds : best.seconds;
        if (seconds > 1)
            break;
    }
    return best;
}

static void report(const char *name, double seconds, Plain plain, ItpAnswer answer) {
    if (answer != ITP_FOUND)
        printf("%s failed\n", name);
    else
        printf("%s ratio %.1f (aim 20; interpolation %.3f s, plain check %.4f s%s)\n", name, seconds / plain.seconds,
               seconds, plain.seconds, plain.answered ? "" : ", which gave up");
    fflush(stdout);
}

// ---- sequences of 200 steps ----
typedef Term (*Step)(uint32_t i);

static Term relation_step(uint32_t i) { // x += 1, y += 2, z follows x
    Term x = num("x", i), y = num("y", i);
    Term all[3] = { term_eq(t, num("x", i + 1), plus(x, 1)), term_eq(t, num("y", i + 1), plus(y, 2)),
                    term_eq(t, num("z", i + 1), plus(x, (int)(i % 7))) };
    return term_and_n(t, 3, all);
}

static Term bound_step(uint32_t i) { // x grows by something between 1 and 3
    Term x = num("x", i), next = num("x", i + 1);
    return term_and(t, le(plus(x, 1), next), le(next, plus(x, 3)));
}

static Term block_step(uint32_t i) { // a branch in each step
    Term x = num("x", i), next = num("x", i + 1), c = le(num("c", i), term_int(t, 0));
    return term_or(t, term_and(t, c, term_eq(t, next, plus(x, 1))),
                   term_and(t, term_not(t, c), term_eq(t, next, plus(x, 2))));
}

static void sequence(const char *name, uint32_t steps, Step step, Term last) {
    enum { MOST = 202 };
    uint32_t n = steps + 2;
    Term a[MOST], out[MOST + 1];
    Interpolator *ip = interpolator_new(t, (SmtLimits){ .seconds = 15 });
    a[0] = term_and(t, term_eq(t, num("x", 0), term_int(t, 0)), term_eq(t, num("y", 0), term_int(t, 0)));
    for (uint32_t i = 0; i < steps; i++)
        a[i + 1] = step(i);
    a[n - 1] = last;
    Plain plain = best_check(n, a);
    double start = clock_cpu();
    ItpAnswer answer = interpolate_sequence(ip, n, a, out);
    report(name, clock_cpu() - start, plain, answer);
    interpolator_free(ip);
}

// ---- a DAG of 150 nodes: a chain in which the first nodes are diamonds ----
static void dag(const char *name, uint32_t diamonds) {
    enum { NODES = 150 };
    ItpEdge edges[2 * NODES];
    Term out[NODES], parts[NODES];
    uint32_t n = 0, v = 1;
    Interpolator *ip = interpolator_new(t, (SmtLimits){ .seconds = 12 });
    edges[n++] = (ItpEdge){ 0, 1, term_eq(t, num("d", 1), term_int(t, 0)) };
    for (uint32_t i = 0; i < diamonds; i++, v += 3) {
        Term x = num("d", v), left = num("d", v + 1), right = num("d", v + 2), join = num("d", v + 3);
        edges[n++] = (ItpEdge){ v, v + 1, term_eq(t, left, plus(x, 1)) };
        edges[n++] = (ItpEdge){ v, v + 2, term_eq(t, right, plus(x, 2)) };
        edges[n++] = (ItpEdge){ v + 1, v + 3, term_eq(t, join, left) };
        edges[n++] = (ItpEdge){ v + 2, v + 3, term_eq(t, join, right) };
    }
    for (; v + 2 < NODES; v++)
        edges[n++] = (ItpEdge){ v, v + 1, term_eq(t, num("d", v + 1), plus(num("d", v), 1)) };
    uint32_t least = diamonds + (NODES - 3 - 3 * diamonds); // what d has grown to at least
    edges[n++] = (ItpEdge){ NODES - 2, NODES - 1, le(num("d", NODES - 2), term_int(t, least - 1)) };
    for (uint32_t v = 0; v + 1 < NODES; v++) { // c(v) implies some edge out of v; c(entry)
        Term some = term_false(t);
        char from[24], to[24];
        sprintf(from, "c%u", v);
        for (uint32_t e = 0; e < n; e++) {
            sprintf(to, "c%u", edges[e].to);
            if (edges[e].from == v)
                some = term_or(t, some, term_and(t, term_var(t, to, sort_bool(t)), edges[e].label));
        }
        parts[v] = v ? term_implies(t, term_var(t, from, sort_bool(t)), some) : some;
    }
    Plain plain = best_check(NODES - 1, parts);
    double start = clock_cpu();
    ItpDag problem = { NODES, 0, NODES - 1, n, edges };
    ItpAnswer answer = interpolate_dag(ip, &problem, out);
    report(name, clock_cpu() - start, plain, answer);
    interpolator_free(ip);
}

// ---- 100,000 small validity queries ----
static void validity(void) {
    enum { QUERIES = 100000, VARS = 8 };
    Smt *smt = smt_new(t, (SmtLimits){ 0 });
    uint64_t seed = 42;
    Term v[VARS];
    for (uint32_t i = 0; i < VARS; i++)
        v[i] = num("q", i);
    double start = clock_cpu();
    uint32_t valid = 0;
    for (uint32_t i = 0; i < QUERIES; i++) {
        Term cube = term_true(t);
        for (int k = 0; k < 6; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            uint32_t r = (uint32_t)(seed >> 33);
            cube = term_and(t, cube, le(v[r % VARS], plus(v[r / VARS % VARS], (int)(r / 64 % 20) - 10)));
        }
        uint32_t r = (uint32_t)(seed >> 20);
        valid += smt_implies(smt, cube, le(v[r % VARS], plus(v[r / VARS % VARS], (int)(r / 64 % 20)))) == SMT_VALID;
    }
    SmtStats s = smt_stats(smt);
    printf("validity100000 seconds %.1f (aim 60; %u valid, %lu from cache)\n", clock_cpu() - start, valid,
           (unsigned long)s.cache_hits);
    fflush(stdout);
    smt_free(smt);
}

// ---- the term table, deep terms ----
static void table(void) {
    enum { NODES = 10000000 };
    Terms *own = terms_new();
    double start = clock_cpu();
    Sort s = sort_bv(own, 32);
    Term x = term_var(own, "x", s), y = term_var(own, "y", s), a = x, f = term_true(own);
    for (uint64_t i = 1; terms_count(own) < NODES; i++) {
        switch (i % 4) {
        case 0:
            a = term_2(own, OP_BV_XOR, a, y);
            break;
        case 1:
            a = term_2(own, OP_BV_ADD, a, term_bv(own, i, 32));
            break;
        case 2:
            a = term_2(own, OP_BV_MUL, a, x);
            break;
        default:
            f = term_or(own, term_2(own, OP_BV_ULT, a, y), term_not(own, f));
            break;
        }
    }
    struct rusage r;
    double seconds = clock_cpu() - start;
    getrusage(RUSAGE_SELF, &r);
    printf("terms10000000 seconds %.2f (aim 4) megabytes %ld (aim 1200)\n", seconds, r.ru_maxrss >> 10);
    fflush(stdout);
    terms_free(own);
}

static void deep(void) {
    enum { DEPTH = 1000000 };
    Terms *own = terms_new();
    double start = clock_cpu();
    Sort s = sort_bv(own, 32);
    Term x = term_var(own, "x", s), y = term_var(own, "y", s), a = x;
    Text out = { 0 };
    for (uint32_t i = 0; i < DEPTH / 2; i++) {
        a = term_2(own, i % 2 ? OP_BV_XOR : OP_BV_MUL, a, i % 3 ? y : x);
        a = term_2(own, OP_BV_ADD, a, term_bv(own, i, 32));
    }
    Term f = term_eq(own, a, y);
    term_print_smt(own, f, &out);
    Smt *smt = smt_new(own, (SmtLimits){ .seconds = 1 });
    smt_push(smt);
    smt_assert(smt, f);
    smt_pop(smt);
    smt_free(smt);
    printf("deep1000000 seconds %.1f (built, printed as %u characters, given to the solver, freed)\n",
           clock_cpu() - start, out.count);
    fflush(stdout);
    vec_free(&out);
    terms_free(own);
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "deep")) {
        deep();
        return 0;
    }
    table();
    t = terms_new();
    sequence("sequence200", 200, relation_step,
             term_not(t, term_eq(t, num("y", 200), term_2(t, OP_MUL, term_int(t, 2), num("x", 200)))));
    sequence("sequence200-bounds", 200, bound_step, le(num("x", 200), term_int(t, 199)));
    sequence("sequence100-blocks", 100, block_step, le(num("x", 100), term_int(t, 99)));
    dag("dag150", 6);
    dag("dag150-diamonds", 49);
    validity();
    terms_free(t);
    return 0;
}

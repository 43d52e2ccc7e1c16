// logic_itp - random unsatisfiable interpolation problems
//
//   logic_itp [COUNT [SEED [KIND [THEORY]]]]    KIND: sequence dag tree; THEORY: bool lia lra array bv
//
// Makes small random programs as sequences, DAGs (up to 300 nodes) and trees, in
// SSA with one copy of each variable per place, keeps the infeasible ones, asks for
// interpolants and checks each condition of their definition with a solver session of
// its own.  Prints a table by kind and theory, then a line with the totals; exit
// code 1 if an interpolant is wrong.
#include "logic/reason/interpolate.h"

typedef enum Theory { BOOL, LIA, LRA, ARRAY, BITS, THEORIES } Theory;
typedef enum Kind { SEQUENCE, DAG, TREE, KINDS } Kind;
static const char *const theory_names[] = { "bool", "lia", "lra", "array", "bv" };
static const char *const kind_names[] = { "sequence", "dag", "tree" };

enum { VARS = 3, MOST_NODES = 300, LIMIT = 5 };

static Terms *t;
static Smt *checker;
static Interpolator *ip;
static uint64_t seed = 88172645463325252u;

typedef struct Tally {
    uint64_t problems, found, unknown, wrong;
    double seconds, slowest;
} Tally;
static Tally tally[KINDS][THEORIES];

static uint32_t draw(uint32_t n) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 33) % n;
}

// ---- the vocabulary of a theory ----
static Sort sort_for(Theory th) {
    switch (th) {
    case BOOL:
        return sort_bool(t);
    case LRA:
        return sort_real(t);
    case BITS:
        return sort_bv(t, 16);
    default:
        return sort_int(t);
    }
}

static Term var(Theory th, uint32_t k, uint32_t place) {
    char name[40];
    bool array = th == ARRAY && k == VARS - 1;
    sprintf(name, "%s%u_%u", theory_names[th], k, place);
    return term_var(t, name, array ? sort_array(t, sort_int(t), sort_int(t)) : sort_for(th));
}

static Term number(Theory th, int v) {
    char text[16];
    sprintf(text, "%d", v);
    switch (th) {
    case BOOL:
        return term_bool(t, v & 1);
    case LRA:
        return term_real(t, text, "1");
    case BITS:
        return term_bv(t, (uint64_t)(int64_t)v, 16);
    default:
        return term_int(t, v);
    }
}

static Term plus(Theory th, Term a, Term b) {
    if (th == BOOL)
        return term_not(t, term_eq(t, a, b));
    return term_2(t, th == BITS ? OP_BV_ADD : OP_ADD, a, b);
}

static Term less(Theory th, Term a, Term b) {
    if (th == BOOL)
        return term_and(t, term_not(t, a), b);
    return term_2(t, th == BITS ? (draw(2) ? OP_BV_ULT : OP_BV_SLT) : OP_LT, a, b);
}

// Number variables only: in the array theory the last variable is the array.
static uint32_t scalars(Theory th) {
    return th == ARRAY ? VARS - 1 : VARS;
}

// ---- commands from the copies of one place to those of another ----
static Term keep(Theory th, uint32_t from, uint32_t to, uint32_t changed) {
    Term all = term_true(t);
    for (uint32_t k = 0; k < VARS; k++)
        if (k != changed)
            all = term_and(t, all, term_eq(t, var(th, k, to), var(th, k, from)));
    return all;
}

static Term assignment(Theory th, uint32_t from, uint32_t to) {
    uint32_t n = scalars(th), k = draw(n), j = draw(n);
    Term value = plus(th, var(th, draw(2) ? k : j, from), number(th, (int)draw(4)));
    if (draw(5) == 0)
        value = plus(th, var(th, k, from), var(th, j, from));
    if (th == ARRAY && draw(2)) {
        Term a = var(th, VARS - 1, from), i = var(th, j, from);
        if (draw(2)) {
            Term stored = term_3(t, OP_STORE, a, i, value);
            return term_and(t, term_eq(t, var(th, VARS - 1, to), stored), keep(th, from, to, VARS - 1));
        }
        value = term_2(t, OP_SELECT, a, i);
    }
    return term_and(t, term_eq(t, var(th, k, to), value), keep(th, from, to, k));
}

static Term condition(Theory th, uint32_t at) {
    uint32_t n = scalars(th), k = draw(n), j = draw(n);
    Term right = draw(2) ? var(th, j, at) : number(th, (int)draw(6));
    Term atom = draw(2) ? less(th, var(th, k, at), right) : term_eq(t, var(th, k, at), right);
    return draw(3) == 0 ? term_not(t, atom) : atom;
}

static Term command(Theory th, uint32_t from, uint32_t to) {
    switch (draw(6)) {
    case 0:
        return term_and(t, condition(th, from), keep(th, from, to, VARS));
    case 1: // any value
        return keep(th, from, to, draw(scalars(th)));
    case 2: { // if c then s1 else s2
        Term c = condition(th, from);
        return term_or(t, term_and(t, c, assignment(th, from, to)),
                       term_and(t, term_not(t, c), assignment(th, from, to)));
    }
    default:
        return assignment(th, from, to);
    }
}

static Term start(Theory th, uint32_t to) {
    Term all = term_true(t);
    for (uint32_t k = 0; k < scalars(th); k++)
        if (draw(4))
            all = term_and(t, all, term_eq(t, var(th, k, to), number(th, (int)draw(3))));
    return all;
}

// Steps that only let variable 0 grow by at most 3, so that bounds prove things.
static Term growth(Theory th, uint32_t from, uint32_t to) {
    Term x = var(th, 0, from), y = var(th, 0, to), grown = term_eq(t, y, plus(th, x, number(th, (int)draw(4))));
    if (draw(3) == 0)
        grown = term_or(t, grown, term_eq(t, y, plus(th, x, number(th, (int)draw(4)))));
    Term guard = draw(3) ? term_true(t) : condition(th, from);
    return term_and(t, term_and(t, guard, grown), keep(th, from, to, 0));
}

static Term out_of_bounds(Theory th, uint32_t at, uint32_t steps) {
    if (th == BOOL)
        return condition(th, at);
    Term x = var(th, 0, at), top = number(th, (int)(3 * steps + 2));
    return th == BITS ? term_2(t, OP_BV_ULT, top, x) : term_or(t, term_2(t, OP_LT, top, x), less(th, x, number(th, 0)));
}

static Term grow_start(Theory th, uint32_t to) {
    return term_and(t, term_eq(t, var(th, 0, to), number(th, th == BOOL ? 0 : 1)), start(th, to));
}

// ---- checks, independent of the interpolator ----
static bool valid(Term premise, Term conclusion) {
    smt_push(checker);
    smt_assert(checker, premise);
    smt_assert(checker, term_not(t, conclusion));
    SmtAnswer answer = smt_check(checker);
    smt_pop(checker);
    return answer == SMT_UNSAT;
}

static bool has(const VecTerm *set, Term x) {
    for (uint32_t i = 0; i < set->count; i++)
        if (term_same(set->at[i], x))
            return true;
    return false;
}

static bool within(Term a, const VecTerm *one, const VecTerm *other) {
    VecTerm vars = { 0 };
    bool good = true;
    term_vars(t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        good &= has(one, vars.at[i]) && has(other, vars.at[i]);
    vec_free(&vars);
    return good;
}

static bool check_sequence(uint32_t n, const Term a[], const Term out[]) {
    bool good = term_same(out[0], term_true(t)) && term_same(out[n], term_false(t));
    for (uint32_t i = 0; i < n; i++)
        good &= valid(term_and(t, out[i], a[i]), out[i + 1]);
    for (uint32_t i = 1; i < n; i++) {
        VecTerm before = { 0 }, after = { 0 };
        for (uint32_t k = 0; k < n; k++)
            term_vars(t, a[k], k < i ? &before : &after);
        good &= within(out[i], &before, &after);
        vec_free(&before);
        vec_free(&after);
    }
    return good;
}

static bool check_dag(const ItpDag *d, const Term out[]) {
    bool good = term_same(out[d->entry], term_true(t)) && term_same(out[d->exit], term_false(t));
    uint8_t *reach = base_alloc(d->nodes * d->nodes);
    for (uint32_t v = 0; v < d->nodes; v++)
        reach[v * d->nodes + v] = 1;
    for (uint32_t e = d->n_edges; e-- > 0;) // edges are in order of their sources
        for (uint32_t v = 0; v < d->nodes; v++)
            reach[d->edges[e].from * d->nodes + v] |= reach[d->edges[e].to * d->nodes + v];
    for (uint32_t e = 0; e < d->n_edges; e++)
        good &= valid(term_and(t, out[d->edges[e].from], d->edges[e].label), out[d->edges[e].to]);
    for (uint32_t v = 0; v < d->nodes && good; v++) {
        VecTerm before = { 0 }, after = { 0 };
        for (uint32_t e = 0; e < d->n_edges; e++) {
            if (reach[d->edges[e].to * d->nodes + v])
                term_vars(t, d->edges[e].label, &before);
            if (reach[v * d->nodes + d->edges[e].from])
                term_vars(t, d->edges[e].label, &after);
        }
        good &= within(out[v], &before, &after);
        vec_free(&before);
        vec_free(&after);
    }
    free(reach);
    return good;
}

static bool check_tree(uint32_t n, const uint32_t parent[], const Term a[], const Term out[]) {
    bool good = term_same(out[0], term_false(t));
    for (uint32_t v = 0; v < n; v++) {
        Term premise = a[v];
        for (uint32_t c = v + 1; c < n; c++)
            if (parent[c] == v)
                premise = term_and(t, premise, out[c]);
        good &= valid(premise, out[v]);
        VecTerm inside = { 0 }, outside = { 0 };
        for (uint32_t c = 0; c < n; c++) {
            uint32_t u = c;
            while (u > v)
                u = parent[u];
            term_vars(t, a[c], u == v ? &inside : &outside);
        }
        good &= v == 0 || within(out[v], &inside, &outside);
        vec_free(&inside);
        vec_free(&outside);
    }
    return good;
}

// ---- problems ----
static ItpAnswer try_sequence(Theory th, bool *good) {
    uint32_t n = 3 + draw(draw(4) ? 12 : 60);
    bool grow = draw(2);
    Term *a = base_alloc(n * sizeof *a), *out = base_alloc((n + 1) * sizeof *out);
    a[0] = grow ? grow_start(th, 0) : start(th, 0);
    for (uint32_t i = 1; i + 1 < n; i++)
        a[i] = grow ? growth(th, i - 1, i) : command(th, i - 1, i);
    a[n - 1] = grow ? out_of_bounds(th, n - 2, n) : term_and(t, condition(th, n - 2), condition(th, n - 2));
    ItpAnswer answer = interpolate_sequence(ip, n, a, out);
    *good = answer != ITP_FOUND || check_sequence(n, a, out);
    free(a);
    free(out);
    return answer;
}

static ItpAnswer try_dag(Theory th, bool *good) {
    uint32_t nodes = 4 + draw(draw(4) ? 30 : th == BITS || th == ARRAY ? 100 : MOST_NODES - 4), count = 0;
    bool grow = draw(3) > 0;
    ItpEdge *edges = base_alloc((size_t)nodes * 3 * sizeof *edges);
    uint8_t *in = base_alloc(nodes);
    Term *out = base_alloc(nodes * sizeof *out);
    for (uint32_t v = 0; v + 1 < nodes; v++) {
        uint32_t ways = 1 + (draw(2) && v > 0);
        for (uint32_t k = 0; k < ways; k++) { // the first edge keeps every node on a path
            uint32_t to = k == 0 || v == 0 ? v + 1 : v + 1 + draw(nodes - v - 1 < 4 ? nodes - v - 1 : 4);
            Term label = v == 0            ? (grow ? grow_start(th, to) : start(th, to))
                         : to + 1 == nodes ? (grow ? out_of_bounds(th, v, nodes) : condition(th, v))
                         : grow            ? growth(th, v, to)
                                           : command(th, v, to);
            edges[count++] = (ItpEdge){ v, to, label };
        }
    }
    ItpDag dag = { nodes, 0, nodes - 1, count, edges };
    ItpAnswer answer = interpolate_dag(ip, &dag, out);
    *good = answer != ITP_FOUND || check_dag(&dag, out);
    free(edges);
    free(in);
    free(out);
    return answer;
}

// Node v computes variable 0 of its place from those of its children.
static ItpAnswer try_tree(Theory th, bool *good) {
    uint32_t n = 3 + draw(25);
    uint32_t *parent = base_alloc(n * sizeof *parent);
    Term *a = base_alloc(n * sizeof *a), *out = base_alloc(n * sizeof *out);
    for (uint32_t v = 0; v < n; v++) {
        parent[v] = v ? draw(v) : 0;
        a[v] = draw(6) ? term_true(t) : condition(th, v);
    }
    for (uint32_t v = 0; v < n; v++) {
        Term sum = number(th, (int)draw(3)), local = var(th, 1, v);
        for (uint32_t c = v + 1; c < n; c++)
            if (parent[c] == v)
                sum = plus(th, sum, var(th, 0, c));
        Term bound = th == BITS   ? term_2(t, OP_BV_ULT, local, number(th, 3))
                     : th == BOOL ? term_not(t, local)
                                  : term_and(t, less(th, number(th, -1), local), less(th, local, number(th, 3)));
        a[v] = term_and(t, a[v], term_and(t, term_eq(t, var(th, 0, v), plus(th, sum, local)), bound));
    }
    a[0] = term_and(t, a[0], out_of_bounds(th, 0, 2 * n));
    ItpAnswer answer = interpolate_tree(ip, n, parent, a, out);
    *good = answer != ITP_FOUND || check_tree(n, parent, a, out);
    free(parent);
    free(a);
    free(out);
    return answer;
}

static void renew(void) {
    interpolator_free(ip);
    smt_free(checker);
    terms_free(t);
    t = terms_new();
    checker = smt_new(t, (SmtLimits){ .seconds = 20 });
    ip = interpolator_new(t, (SmtLimits){ .seconds = LIMIT });
}

static bool one(Kind kind, Theory th) {
    bool good = true;
    Tally *y = &tally[kind][th];
    uint64_t before = seed;
    double start_time = clock_wall();
    ItpAnswer answer = kind == SEQUENCE ? try_sequence(th, &good)
                       : kind == DAG    ? try_dag(th, &good)
                                        : try_tree(th, &good);
    double seconds = clock_wall() - start_time;
    if (answer == ITP_SATISFIABLE)
        return false;
    y->problems++;
    y->found += answer == ITP_FOUND;
    y->unknown += answer == ITP_UNKNOWN;
    y->wrong += !good;
    y->seconds += seconds;
    y->slowest = seconds > y->slowest ? seconds : y->slowest;
    if (!good || (answer == ITP_UNKNOWN && getenv("VERBOSE")))
        printf("%s %s %s state %lu (%s)\n", good ? "unknown" : "WRONG", kind_names[kind], theory_names[th],
               (unsigned long)before, interpolator_reason(ip));
    return true;
}

static void print_ways(ItpKind kind) {
    const ItpStats *s = interpolator_stats(ip, kind);
    for (int w = 0; w < ITP_WAYS; w++)
        if (s->tried[w])
            fprintf(stderr, "  %s %s tried %lu solved %lu rejected %lu\n", itp_kind_names[kind], itp_way_names[w],
                    (unsigned long)s->tried[w], (unsigned long)s->solved[w], (unsigned long)s->rejected[w]);
}

int main(int argc, char **argv) {
    uint64_t wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 150, done = 0, unknown = 0, wrong = 0;
    if (argc > 2 && strtoul(argv[2], NULL, 10) > 1000000)
        seed = strtoul(argv[2], NULL, 10);
    else if (argc > 2)
        seed += strtoul(argv[2], NULL, 10) * 0x9e3779b97f4a7c15u;
    for (uint64_t i = 0; done < wanted; i++) {
        Kind kind = (Kind)(i % KINDS);
        Theory th = (Theory)(i / KINDS % THEORIES);
        if ((argc > 3 && strcmp(argv[3], kind_names[kind])) || (argc > 4 && strcmp(argv[4], theory_names[th])))
            continue;
        if (!getenv("WAYS"))
            renew();
        else if (!t)
            renew();
        done += one(kind, th);
    }
    for (int k = 0; k < KINDS; k++)
        for (int h = 0; h < THEORIES; h++) {
            Tally *y = &tally[k][h];
            if (y->problems)
                printf("%-8s %-5s problems %4lu found %4lu unknown %3lu wrong %lu mean %.0f ms slowest %.1f s\n",
                       kind_names[k], theory_names[h], (unsigned long)y->problems, (unsigned long)y->found,
                       (unsigned long)y->unknown, (unsigned long)y->wrong, y->seconds / (double)y->problems * 1000,
                       y->slowest);
            unknown += y->unknown;
            wrong += y->wrong;
        }
    if (getenv("WAYS"))
        print_ways(ITP_SEQUENCE), print_ways(ITP_DAG), print_ways(ITP_TREE);
    printf("logic_itp problems %lu unknown %lu wrong %lu\n", (unsigned long)done, (unsigned long)unknown,
           (unsigned long)wrong);
    interpolator_free(ip);
    smt_free(checker);
    terms_free(t);
    return wrong ? 1 : 0;
}

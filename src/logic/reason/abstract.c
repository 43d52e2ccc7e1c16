// abstract.c - cartesian and boolean predicate abstraction
//
// S. Graf, H. Saidi, "Construction of Abstract State Graphs with PVS", CAV 1997;
// cartesian: T. Ball, A. Podelski, S. Rajamani, TACAS 2001; boolean by all
// solutions: S. Lahiri, R. Nieuwenhuis, A. Oliveras, CAV 2006.  A model refutes
// many candidates at once, so most predicates cost no query of their own.
#include "logic/reason/abstract.h"

enum { MOST_SESSIONS = 24, MOST_KEPT = 600 };

typedef struct Session { // of one edge, which is asserted
    Term edge;
    Smt *smt;
    uint64_t used; // when
} Session;
struct Abstractor {
    Terms *t;
    SmtLimits limits;
    VEC(Session) sessions;
    uint64_t now;
    Smt *smt;      // that of the present step
    VecTerm label; // its conjuncts, all kept
};

Abstractor *abstractor_new(Terms *t, SmtLimits limits) {
    Abstractor *a = base_alloc(sizeof *a);
    a->t = t;
    a->limits = limits;
    return a;
}

static void close_session(Abstractor *a, uint32_t i) {
    assert(i < a->sessions.count);
    smt_free(a->sessions.at[i].smt);
    a->sessions.at[i] = vec_last(&a->sessions);
    a->sessions.count--;
}

void abstractor_free(Abstractor *a) {
    if (!a)
        return;
    while (a->sessions.count)
        close_session(a, 0);
    vec_free(&a->sessions);
    vec_free(&a->label);
    free(a);
}

// ---- sessions ----
static void close_oldest(Abstractor *a) {
    uint32_t oldest = 0;
    for (uint32_t i = 1; i < a->sessions.count; i++)
        if (a->sessions.at[i].used < a->sessions.at[oldest].used)
            oldest = i;
    close_session(a, oldest);
}

static Smt *session_of(Abstractor *a, Term edge) {
    assert(sort_kind(a->t, term_sort(a->t, edge)) == SORT_BOOL);
    for (uint32_t i = 0; i < a->sessions.count; i++) {
        if (!term_same(a->sessions.at[i].edge, edge))
            continue;
        if (smt_kept(a->sessions.at[i].smt) > MOST_KEPT) { // most of it is outdated
            close_session(a, i);
            break;
        }
        a->sessions.at[i].used = ++a->now;
        return a->sessions.at[i].smt;
    }
    if (a->sessions.count >= MOST_SESSIONS)
        close_oldest(a);
    Session s = { edge, smt_new(a->t, a->limits), ++a->now };
    smt_assert(s.smt, edge);
    vec_push(&a->sessions, s);
    return s.smt;
}

static void keep_conjuncts(Abstractor *a, Term label) {
    assert(sort_kind(a->t, term_sort(a->t, label)) == SORT_BOOL);
    if (term_op(a->t, label) == OP_AND) {
        for (uint32_t i = 0; i < term_arity(a->t, label); i++)
            keep_conjuncts(a, term_arg(a->t, label, i));
        return;
    }
    smt_keep(a->smt, label);
    vec_push(&a->label, label);
}

// The same predicates are checked again with other labels, so they are all kept.
static void enter(Abstractor *a, Term label, Term edge, uint32_t n, const Term predicates[]) {
    a->smt = session_of(a, edge);
    a->label.count = 0;
    keep_conjuncts(a, label);
    for (uint32_t i = 0; i < n; i++) {
        smt_keep(a->smt, predicates[i]);
        smt_keep(a->smt, term_not(a->t, predicates[i]));
    }
}

// With the label, and 'more' if it is a term.
static SmtAnswer check(Abstractor *a, Term more) {
    if (more.id)
        vec_push(&a->label, more);
    SmtAnswer answer = smt_check_assuming(a->smt, a->label.count, a->label.at);
    if (more.id)
        a->label.count--;
    return answer;
}

// ---- cartesian ----
typedef struct Candidates { // not refuted by a model yet
    bool *may_hold, *may_fail;
} Candidates;

// Removes the candidates that the current model refutes; a predicate without a value
// in it stays a candidate, to be decided by queries.
static void strike_out(Abstractor *a, uint32_t n, const Term predicates[], Candidates *c) {
    for (uint32_t i = 0; i < n; i++) {
        if (!c->may_hold[i] && !c->may_fail[i])
            continue;
        Term v = smt_value(a->smt, predicates[i]);
        if (v.id && term_op(a->t, v) == OP_TRUE)
            c->may_fail[i] = false;
        if (v.id && term_op(a->t, v) == OP_FALSE)
            c->may_hold[i] = false;
    }
}

// Do all states after the step satisfy 'claim'?  A counterexample refutes more candidates.
static bool always(Abstractor *a, Term claim, uint32_t n, const Term predicates[], Candidates *c) {
    SmtAnswer answer = check(a, term_not(a->t, claim));
    if (answer == SMT_SAT)
        strike_out(a, n, predicates, c);
    return answer == SMT_UNSAT;
}

static void decide(Abstractor *a, uint32_t n, const Term predicates[], Candidates *c, Truth out[]) {
    for (uint32_t i = 0; i < n; i++) {
        out[i] = TRUTH_OPEN;
        if (c->may_hold[i] && always(a, predicates[i], n, predicates, c))
            out[i] = TRUTH_TRUE;
        else if (c->may_fail[i] && always(a, term_not(a->t, predicates[i]), n, predicates, c))
            out[i] = TRUTH_FALSE;
        c->may_hold[i] = c->may_fail[i] = false; // settled
    }
}

// After 'enter'.
static StepAnswer cartesian(Abstractor *a, uint32_t n, const Term predicates[], Truth out[]) {
    SmtAnswer answer = check(a, (Term){ 0 });
    if (answer == SMT_UNSAT)
        return STEP_IMPOSSIBLE;
    bool *may = base_alloc(2 * (size_t)n + 1);
    Candidates c = { may, may + n };
    memset(may, true, 2 * (size_t)n);
    if (answer == SMT_SAT)
        strike_out(a, n, predicates, &c);
    decide(a, n, predicates, &c, out);
    free(may);
    return answer == SMT_SAT ? STEP_POSSIBLE : STEP_UNKNOWN;
}

StepAnswer abstract_cartesian(Abstractor *a, Term label, Term edge, uint32_t n, const Term predicates[], Truth out[]) {
    assert(!n || (predicates && out));
    enter(a, label, edge, n, predicates);
    return cartesian(a, n, predicates, out);
}

// ---- boolean ----
Term cube_term(Terms *t, uint32_t n, const Term predicates[], const uint8_t cube[]) {
    assert(!n || (predicates && cube));
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < n; i++)
        if (cube[i] != TRUTH_OPEN)
            vec_push(&parts, cube[i] == TRUTH_TRUE ? predicates[i] : term_not(t, predicates[i]));
    Term all = term_and_n(t, parts.count, parts.at);
    vec_free(&parts);
    return all;
}

Term cubes_term(Terms *t, uint32_t n, const Term predicates[], const Cubes *cubes) {
    assert(!n || cubes->count % n == 0);
    VecTerm parts = { 0 };
    uint32_t count = n ? cubes->count / n : 0;
    if (n == 0)
        return term_true(t);
    for (uint32_t i = 0; i < count; i++)
        vec_push(&parts, cube_term(t, n, predicates, cubes->at + (size_t)i * n));
    Term some = term_or_n(t, parts.count, parts.at);
    vec_free(&parts);
    return some;
}

// The cube of the present model; false where some value is not known.
static bool read_cube(Abstractor *a, uint32_t n, const Term predicates[], uint8_t cube[]) {
    for (uint32_t i = 0; i < n; i++) {
        Term v = smt_value(a->smt, predicates[i]);
        if (!v.id || (term_op(a->t, v) != OP_TRUE && term_op(a->t, v) != OP_FALSE))
            return false;
        cube[i] = term_op(a->t, v) == OP_TRUE ? TRUTH_TRUE : TRUTH_FALSE;
    }
    return true;
}

// What the predicates are known to be whatever else holds; covers all states.
static void add_cartesian(Abstractor *a, uint32_t n, const Term predicates[], Cubes *cubes) {
    Truth *out = base_alloc((n + 1) * sizeof *out);
    if (cartesian(a, n, predicates, out) != STEP_IMPOSSIBLE)
        for (uint32_t i = 0; i < n; i++)
            vec_push(cubes, (uint8_t)out[i]);
    free(out);
}

static StepAnswer boolean(Abstractor *a, uint32_t n, const Term predicates[], uint32_t most, Cubes *cubes) {
    uint8_t *cube = base_alloc((size_t)n + 1);
    uint32_t count = 0;
    SmtAnswer answer;
    bool complete = true;
    while ((answer = check(a, (Term){ 0 })) == SMT_SAT) {
        if (n == 0)
            break;
        complete = (most == 0 || count < most) && read_cube(a, n, predicates, cube);
        if (!complete)
            break;
        for (uint32_t i = 0; i < n; i++)
            vec_push(cubes, cube[i]);
        count++;
        smt_assert(a->smt, term_not(a->t, cube_term(a->t, n, predicates, cube)));
    }
    free(cube);
    if (n && (answer == SMT_UNKNOWN || !complete)) {
        add_cartesian(a, n, predicates, cubes); // of the states not yet in a cube
        return count ? STEP_POSSIBLE : STEP_UNKNOWN;
    }
    if (n == 0)
        return answer == SMT_SAT ? STEP_POSSIBLE : answer == SMT_UNSAT ? STEP_IMPOSSIBLE : STEP_UNKNOWN;
    return count ? STEP_POSSIBLE : STEP_IMPOSSIBLE;
}

StepAnswer abstract_boolean(Abstractor *a, Term label, Term edge, uint32_t n, const Term predicates[], uint32_t most,
                            Cubes *cubes) {
    assert(cubes && (!n || predicates));
    cubes->count = 0;
    enter(a, label, edge, n, predicates);
    smt_push(a->smt); // for the cubes found
    StepAnswer answer = boolean(a, n, predicates, most, cubes);
    smt_pop(a->smt);
    return answer;
}

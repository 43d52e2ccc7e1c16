// smt_z3.c - sessions on Z3
//
// One long-lived "simple" solver per session, with push and pop: fresh solvers
// cost ten to three hundred times as much.  Validity queries have a solver of
// their own, so that they do not see the session's assertions.  The asserted
// terms are kept here too: after an error of Z3 everything is built anew.
#include "logic/smt/smt_z3.h"
#include "base/stats.h"
#include "logic/smt/smt_z3_qe.h"

struct Smt {
    Terms *t;
    Bridge bridge;
    SmtLimits limits;
    Z3_solver session, queries; // made when first needed, with the context; 'queries' later than 'session'
    VecTerm asserted;
    VecU32 marks;   // how many were asserted at each push
    Z3_model model; // of the last SMT_SAT, or NULL
    VecTerm assumed;
    VecU32 core;          // indices into 'assumed'
    Map kept;             // term -> 1 + its place in 'literals'
    VEC(Z3_ast) literals; // of kept formulas
    Reason reason;
    Map valid;    // (strong, weak) -> SmtValidity
    bool bits;    // the session is for Booleans and bit-vectors alone
    bool inexact; // a translated term held FP_FMOD
    SmtStats stats;
};

// The kinds of sorts in the formula other than Booleans and bit-vectors, as bits.
static unsigned kinds_in(Terms *t, Term formula) {
    VecTerm stack = { 0 };
    Map seen = { 0 };
    unsigned kinds = 0;
    vec_push(&stack, formula);
    while (stack.count) {
        Term a = vec_pop(&stack);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        kinds |= 1u << sort_kind(t, term_sort(t, a));
        for (uint32_t i = 0; i < term_arity(t, a); i++)
            vec_push(&stack, term_arg(t, a, i));
    }
    vec_free(&stack);
    map_free(&seen);
    return kinds & ~(1u << SORT_BOOL | 1u << SORT_BV);
}

// ---- solvers ----
static void set_limits(Smt *smt, Z3_solver solver) {
    Z3_context z3 = smt->bridge.z3;
    Z3_params params = Z3_mk_params(z3);
    Z3_params_inc_ref(z3, params);
    Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"), limit_milliseconds(smt->limits));
    Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "rlimit"), limit_steps(smt->limits));
    Z3_solver_set_params(z3, solver, params);
    Z3_params_dec_ref(z3, params);
}

static Z3_solver new_solver(Smt *smt) {
    Z3_context z3 = smt->bridge.z3;
    Z3_solver solver =
        smt->bits ? Z3_mk_solver_for_logic(z3, Z3_mk_string_symbol(z3, "QF_FD")) : Z3_mk_simple_solver(z3);
    Z3_solver_inc_ref(smt->bridge.z3, solver);
    set_limits(smt, solver);
    return solver;
}

static Z3_solver queries(Smt *smt) {
    if (!smt->queries)
        smt->queries = new_solver(smt);
    return smt->queries;
}

static void drop_model(Smt *smt) {
    if (smt->model)
        Z3_model_dec_ref(smt->bridge.z3, smt->model);
    smt->model = NULL;
}

static void assert_in(Smt *smt, Z3_solver solver, Term formula) {
    assert(solver && term_is_formula(smt->t, formula));
    Z3_solver_assert(smt->bridge.z3, solver, to_z3(&smt->bridge, formula));
    bridge_note(&smt->bridge);
}

static void open_solver(Smt *smt) {
    assert(!smt->marks.count || vec_last(&smt->marks) <= smt->asserted.count);
    bridge_open(&smt->bridge, smt->t);
    smt->session = new_solver(smt);
    smt->queries = NULL;
    uint32_t level = 0;
    for (uint32_t i = 0; i <= smt->asserted.count; i++) {
        for (; level < smt->marks.count && smt->marks.at[level] == i; level++)
            Z3_solver_push(smt->bridge.z3, smt->session);
        if (i < smt->asserted.count)
            assert_in(smt, smt->session, smt->asserted.at[i]);
    }
}

// Before Z3 is used: many sessions are never asked, and a context costs some milliseconds.
static void need_solver(Smt *smt) {
    if (!smt->session)
        open_solver(smt);
}

static void forget_kept(Smt *smt) {
    for (uint32_t i = 0; i < smt->literals.count; i++)
        Z3_dec_ref(smt->bridge.z3, smt->literals.at[i]);
    smt->literals.count = 0;
    map_free(&smt->kept);
    smt->kept = (Map){ 0 };
}

static void close_solver(Smt *smt) {
    if (!smt->session)
        return;
    drop_model(smt);
    forget_kept(smt);
    if (smt->queries)
        Z3_solver_dec_ref(smt->bridge.z3, smt->queries);
    Z3_solver_dec_ref(smt->bridge.z3, smt->session);
    smt->inexact |= smt->bridge.fmod;
    smt->stats.translated += smt->bridge.translated;
    bridge_close(&smt->bridge);
    smt->session = NULL;
}

static void rebuild(Smt *smt) {
    close_solver(smt);
    open_solver(smt);
    smt->stats.rebuilt++;
}

static Smt *session_new(Terms *t, SmtLimits limits, bool bits) {
    Smt *smt = base_alloc(sizeof *smt);
    *smt = (Smt){ .t = t, .limits = limits, .bits = bits };
    return smt;
}

Smt *smt_new(Terms *t, SmtLimits limits) {
    return session_new(t, limits, false);
}

Smt *smt_new_for_bits(Terms *t, SmtLimits limits) {
    return session_new(t, limits, true);
}

// A formula with other sorts turns the session into one with the general solver.
static void expect(Smt *smt, Term formula) {
    if (!smt->bits || !kinds_in(smt->t, formula))
        return;
    smt->bits = false;
    if (smt->session)
        rebuild(smt);
}

void smt_free(Smt *smt) {
    if (!smt)
        return;
    close_solver(smt);
    vec_free(&smt->asserted);
    vec_free(&smt->marks);
    vec_free(&smt->assumed);
    vec_free(&smt->core);
    vec_free(&smt->literals);
    map_free(&smt->valid);
    free(smt);
}

void smt_set_limits(Smt *smt, SmtLimits limits) {
    if (smt->limits.seconds == limits.seconds && smt->limits.resources == limits.resources)
        return;
    smt->limits = limits;
    if (smt->session)
        set_limits(smt, smt->session);
    if (smt->queries)
        set_limits(smt, smt->queries);
}

SmtLimits smt_limits(const Smt *smt) {
    return smt->limits;
}

Terms *smt_terms(const Smt *smt) {
    return smt->t;
}

// ---- assertions ----
void smt_push(Smt *smt) {
    need_solver(smt);
    drop_model(smt);
    vec_push(&smt->marks, smt->asserted.count);
    Z3_solver_push(smt->bridge.z3, smt->session);
}

void smt_pop(Smt *smt) {
    if (!smt->marks.count)
        bug("smt_pop without smt_push");
    drop_model(smt);
    smt->asserted.count = vec_pop(&smt->marks);
    Z3_solver_pop(smt->bridge.z3, smt->session, 1);
    bridge_trim(&smt->bridge);
}

uint32_t smt_depth(const Smt *smt) {
    return smt->marks.count;
}

void smt_assert(Smt *smt, Term formula) {
    assert(term_is_formula(smt->t, formula));
    drop_model(smt);
    expect(smt, formula);
    need_solver(smt);
    vec_push(&smt->asserted, formula);
    assert_in(smt, smt->session, formula);
}

// ---- checks ----
static SmtAnswer answered(Smt *smt, Z3_lbool result) {
    if (result == Z3_L_TRUE) {
        smt->stats.sat++;
        return SMT_SAT;
    }
    if (result == Z3_L_FALSE) {
        smt->stats.unsat++;
        return SMT_UNSAT;
    }
    smt->stats.unknown++;
    return SMT_UNKNOWN;
}

static void note_no_answer(Smt *smt, Z3_solver solver) {
    const char *why = Z3_solver_get_reason_unknown(smt->bridge.z3, solver);
    if (!strcmp(why, "canceled") || !strcmp(why, "timeout") || strstr(why, "resource limit"))
        reason_set(&smt->reason, "no answer within its limits");
    else
        reason_set(&smt->reason, "the solver gave up: %s", why);
}

// Checks a solver of this session.  Answers given while Z3 reports an error do
// not count.  The caller rebuilds where *damaged.
static SmtAnswer check(Smt *smt, Z3_solver solver, uint32_t n, const Z3_ast literals[], bool *damaged) {
    const char *why = NULL;
    double start = clock_wall();
    drop_model(smt);
    smt->core.count = 0;
    *damaged = bridge_failed(&smt->bridge, &why); // while asserting
    Z3_lbool result = Z3_L_UNDEF;
    if (!*damaged) {
        phase_begin(PHASE_solver);
        result = Z3_solver_check_assumptions(smt->bridge.z3, solver, n, literals);
        phase_end(PHASE_solver);
        *damaged = bridge_failed(&smt->bridge, &why);
        bridge_count(&smt->bridge, Z3_solver_get_statistics(smt->bridge.z3, solver));
    }
    smt->stats.checks++;
    stat_add(STAT_solver_calls, 1);
    stat_add(STAT_prover_calls, 1);
    smt->stats.seconds += clock_wall() - start;
    if (*damaged) {
        result = Z3_L_UNDEF;
        reason_set(&smt->reason, "the solver failed: %s", why ? why : "no message");
    } else if (result == Z3_L_UNDEF) {
        note_no_answer(smt, solver);
    }
    return answered(smt, result);
}

static void keep_model(Smt *smt, Z3_solver solver) {
    assert(!smt->model);
    smt->model = Z3_solver_get_model(smt->bridge.z3, solver);
    if (smt->model)
        Z3_model_inc_ref(smt->bridge.z3, smt->model);
}

SmtAnswer smt_check(Smt *smt) {
    return smt_check_assuming(smt, 0, NULL);
}

// A fresh constant that implies the formula, in the present scope.  The caller releases it.
static Z3_ast new_literal(Smt *smt, Term formula) {
    assert(term_is_formula(smt->t, formula));
    Z3_context z3 = smt->bridge.z3;
    char name[32];
    snprintf(name, sizeof name, "p:%u", formula.id);
    Z3_ast body = to_z3(&smt->bridge, formula);
    Z3_ast p = Z3_mk_const(z3, Z3_mk_string_symbol(z3, name), Z3_mk_bool_sort(z3));
    Z3_inc_ref(z3, p);
    Z3_ast implication = Z3_mk_implies(z3, p, body);
    Z3_inc_ref(z3, implication);
    Z3_solver_assert(z3, smt->session, implication);
    bridge_note(&smt->bridge);
    Z3_dec_ref(z3, implication);
    return p;
}

static bool is_literal(const Terms *t, Term formula) {
    Op op = term_op(t, formula);
    return op == OP_VAR || (op == OP_NOT && term_op(t, term_arg(t, formula, 0)) == OP_VAR);
}

// An assumption for 'formula': the formula itself where Z3 accepts it, else a constant that implies it.
static Z3_ast literal_of(Smt *smt, Term formula) {
    uint32_t kept = map_find(&smt->kept, formula.id);
    if (kept)
        return smt->literals.at[kept - 1];
    if (is_literal(smt->t, formula))
        return to_z3(&smt->bridge, formula);
    Z3_ast p = new_literal(smt, formula);
    vec_push(&smt->bridge.asts, p); // released with the translations
    return p;
}

void smt_keep(Smt *smt, Term formula) {
    if (smt->marks.count)
        bug("smt_keep within smt_push");
    if (is_literal(smt->t, formula) || map_find(&smt->kept, formula.id))
        return;
    drop_model(smt);
    expect(smt, formula);
    need_solver(smt);
    vec_push(&smt->literals, new_literal(smt, formula));
    map_put(&smt->kept, formula.id, smt->literals.count);
}

uint32_t smt_kept(const Smt *smt) {
    return smt->literals.count;
}

// Can these assumptions be used without asserting anything?
static bool all_known(const Smt *smt, const VecTerm *assumed) {
    for (uint32_t i = 0; i < assumed->count; i++)
        if (!is_literal(smt->t, assumed->at[i]) && !map_find(&smt->kept, assumed->at[i].id))
            return false;
    return true;
}

static void keep_core(Smt *smt, uint32_t n, const Z3_ast literals[]) {
    Z3_context z3 = smt->bridge.z3;
    Z3_ast_vector core = Z3_solver_get_unsat_core(z3, smt->session);
    Map in = { 0 };
    Z3_ast_vector_inc_ref(z3, core);
    for (unsigned i = 0; i < Z3_ast_vector_size(z3, core); i++)
        map_put(&in, Z3_get_ast_id(z3, Z3_ast_vector_get(z3, core, i)), 1);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t id = Z3_get_ast_id(z3, literals[i]);
        if (map_find(&in, id))
            vec_push(&smt->core, i);
        map_put(&in, id, 0); // of equal assumptions the first is enough
    }
    Z3_ast_vector_dec_ref(z3, core);
    map_free(&in);
    smt->stats.cores++;
}

// The check of smt_check_assuming in the scope that holds the proxies.
static SmtAnswer check_literals(Smt *smt, bool *damaged) {
    uint32_t n = smt->assumed.count;
    Z3_ast *literals = base_alloc((n + 1) * sizeof *literals);
    for (uint32_t i = 0; i < n; i++)
        literals[i] = literal_of(smt, smt->assumed.at[i]);
    SmtAnswer answer = check(smt, smt->session, n, literals, damaged);
    if (answer == SMT_UNSAT && n)
        keep_core(smt, n, literals);
    if (answer == SMT_SAT)
        keep_model(smt, smt->session);
    free(literals);
    return answer;
}

SmtAnswer smt_check_assuming(Smt *smt, uint32_t n, const Term assumptions[]) {
    assert(!n || assumptions);
    bool damaged;
    need_solver(smt);
    bridge_trim(&smt->bridge);
    VecTerm assumed = { 0 }; // 'assumptions' may be smt->assumed itself
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&assumed, assumptions[i]);
        expect(smt, assumptions[i]);
    }
    vec_free(&smt->assumed);
    smt->assumed = assumed;
    bool scope = !all_known(smt, &assumed);
    if (scope)
        Z3_solver_push(smt->bridge.z3, smt->session);
    SmtAnswer answer = check_literals(smt, &damaged);
    if (damaged)
        rebuild(smt);
    else if (scope)
        Z3_solver_pop(smt->bridge.z3, smt->session, 1);
    return answer;
}

// Bit-vectors alone go to the SAT solver after some simplification: measured, up to 8 times
// faster than Z3's default for QF_BV.
static Z3_solver bits_solver(Z3_context z3) {
    static const char *const steps[] = { "simplify", "propagate-values", "solve-eqs", "elim-uncnstr",
                                         "simplify", "bit-blast",        "sat" };
    Z3_tactic all = NULL;
    for (uint32_t i = 0; i < COUNT(steps); i++) {
        Z3_tactic next = Z3_mk_tactic(z3, steps[i]), both = next;
        Z3_tactic_inc_ref(z3, next);
        if (all) {
            both = Z3_tactic_and_then(z3, all, next);
            Z3_tactic_inc_ref(z3, both);
            Z3_tactic_dec_ref(z3, next);
            Z3_tactic_dec_ref(z3, all);
        }
        all = both;
    }
    Z3_solver solver = Z3_mk_solver_from_tactic(z3, all);
    Z3_tactic_dec_ref(z3, all);
    return solver;
}

static Z3_solver solver_for(Smt *smt, Term formula) {
    Z3_context z3 = smt->bridge.z3;
    unsigned kinds = kinds_in(smt->t, formula);
    if (!kinds)
        return bits_solver(z3);
    if (kinds == 1u << SORT_ARRAY)
        return Z3_mk_solver_for_logic(z3, Z3_mk_string_symbol(z3, "QF_ABV"));
    return Z3_mk_solver(z3);
}

static SmtAnswer solve_by(Smt *smt, Z3_solver solver, Term formula, bool *damaged) {
    Z3_context z3 = smt->bridge.z3;
    Z3_solver_inc_ref(z3, solver);
    set_limits(smt, solver);
    assert_in(smt, solver, formula);
    SmtAnswer answer = check(smt, solver, 0, NULL, damaged);
    if (answer == SMT_SAT)
        keep_model(smt, solver);
    Z3_solver_dec_ref(z3, solver);
    if (*damaged)
        rebuild(smt);
    return answer;
}

// The solver for arrays does not support constant arrays; the simple solver does.
SmtAnswer smt_solve(Smt *smt, Term formula) {
    assert(term_is_formula(smt->t, formula));
    bool damaged;
    need_solver(smt);
    bridge_trim(&smt->bridge);
    SmtAnswer answer = solve_by(smt, solver_for(smt, formula), formula, &damaged);
    if (answer == SMT_UNKNOWN && strstr(smt->reason.text, "incomplete"))
        answer = solve_by(smt, Z3_mk_simple_solver(smt->bridge.z3), formula, &damaged);
    return answer;
}

const char *smt_reason(const Smt *smt) {
    return smt->reason.text;
}

void smt_interrupt(Smt *smt) {
    if (smt->session)
        Z3_interrupt(smt->bridge.z3);
}

// ---- cores ----
// Drops one member after the other, the last first; a member whose removal
// leaves the rest unsatisfiable takes with it all that the new core lacks.
static void minimise(Smt *smt, VecU32 *core) {
    assert(core->count <= smt->assumed.count);
    VecTerm assumed = { 0 }, trial = { 0 };
    for (uint32_t i = 0; i < smt->assumed.count; i++)
        vec_push(&assumed, smt->assumed.at[i]);
    for (uint32_t i = core->count; i-- > 0 && core->count > 1;) {
        VecU32 index = { 0 };
        trial.count = 0;
        for (uint32_t j = 0; j < core->count; j++)
            if (j != i) {
                vec_push(&trial, assumed.at[core->at[j]]);
                vec_push(&index, core->at[j]);
            }
        if (smt_check_assuming(smt, trial.count, trial.at) == SMT_UNSAT) {
            uint32_t below = 0; // how many of those before i are kept
            core->count = 0;
            for (uint32_t j = 0; j < smt->core.count; j++) {
                below += smt->core.at[j] < i;
                vec_push(core, index.at[smt->core.at[j]]);
            }
            i = below;
        }
        vec_free(&index);
    }
    vec_free(&trial);
    vec_free(&smt->assumed);
    smt->assumed = assumed;
}

void smt_core(Smt *smt, bool minimised, VecU32 *out) {
    assert(out && smt->core.count <= smt->assumed.count);
    VecU32 core = { 0 };
    for (uint32_t i = 0; i < smt->core.count; i++)
        vec_push(&core, smt->core.at[i]);
    if (minimised)
        minimise(smt, &core);
    smt->core.count = 0;
    for (uint32_t i = 0; i < core.count; i++) {
        vec_push(&smt->core, core.at[i]);
        vec_push(out, core.at[i]);
    }
    vec_free(&core);
}

// ---- models ----
// Constants, and stores of constants into a constant array.
static bool is_value(const Terms *t, Term a) {
    while (term_op(t, a) == OP_STORE) {
        if (!is_value(t, term_arg(t, a, 1)) || !is_value(t, term_arg(t, a, 2)))
            return false;
        a = term_arg(t, a, 0);
    }
    return term_is_const(t, a) || (term_op(t, a) == OP_ARRAY_CONST && is_value(t, term_arg(t, a, 0)));
}

Term smt_value(Smt *smt, Term a) {
    assert(a.id);
    const char *why;
    if (!smt->model)
        bug("smt_value without a model");
    Term v = value_from_z3(&smt->bridge, smt->model, to_z3(&smt->bridge, a));
    if (v.id && sort_kind(smt->t, term_sort(smt->t, a)) == SORT_FLOAT)
        v = term_convert(smt->t, OP_FP_FROM_BITS, term_sort(smt->t, a), v);
    if (bridge_failed(&smt->bridge, &why) || !v.id || !is_value(smt->t, v))
        return (Term){ 0 };
    return v;
}

bool smt_model_is_exact(const Smt *smt) {
    return !smt->inexact && !smt->bridge.fmod;
}

Term solver_project_model(Smt *smt, Term formula, uint32_t n, const Term variables[]) {
    assert(term_is_formula(smt->t, formula) && (!n || variables));
    Bridge *b = &smt->bridge;
    const char *why;
    if (!smt->model)
        bug("a projection without a model");
    Z3_app *bound = base_alloc((n + 1) * sizeof *bound);
    for (uint32_t i = 0; i < n; i++)
        bound[i] = Z3_to_app(b->z3, to_z3(b, variables[i]));
    Z3_ast projected = Z3_qe_model_project(b->z3, smt->model, n, bound, to_z3(b, formula));
    free(bound);
    Term result = { 0 };
    if (projected && !bridge_failed(b, &why)) {
        Z3_inc_ref(b->z3, projected);
        result = from_z3(b, projected, 0, NULL);
        Z3_dec_ref(b->z3, projected);
    }
    return result;
}

// ---- validity ----
static SmtValidity shown(SmtAnswer counterexample) {
    return counterexample == SMT_UNSAT ? SMT_VALID : counterexample == SMT_SAT ? SMT_INVALID : SMT_UNDECIDED;
}

// Is 'weak' one of the conjuncts of 'strong'?
static bool has_conjunct(const Terms *t, Term strong, Term weak) {
    if (term_op(t, strong) != OP_AND)
        return false;
    for (uint32_t i = 0; i < term_arity(t, strong); i++)
        if (term_same(term_arg(t, strong, i), weak))
            return true;
    return false;
}

SmtValidity smt_implies(Smt *smt, Term strong, Term weak) {
    assert(term_is_formula(smt->t, strong) && term_is_formula(smt->t, weak));
    Terms *t = smt->t;
    smt->stats.validity++;
    if (term_same(strong, weak) || term_op(t, weak) == OP_TRUE || term_op(t, strong) == OP_FALSE ||
        has_conjunct(t, strong, weak))
        return SMT_VALID;
    uint64_t key = (uint64_t)strong.id << 32 | weak.id;
    uint32_t known = map_find(&smt->valid, key);
    if (known) {
        smt->stats.cache_hits++;
        stat_add(STAT_cache_hits, 1);
        stat_add(STAT_prover_calls, 1);
        return (SmtValidity)known;
    }
    bool damaged;
    need_solver(smt);
    bridge_trim(&smt->bridge);
    Z3_solver solver = queries(smt);
    Z3_solver_push(smt->bridge.z3, solver);
    assert_in(smt, solver, strong);
    assert_in(smt, solver, term_not(t, weak));
    SmtValidity answer = shown(check(smt, solver, 0, NULL, &damaged));
    if (damaged)
        rebuild(smt);
    else
        Z3_solver_pop(smt->bridge.z3, solver, 1);
    if (answer != SMT_UNDECIDED)
        map_put(&smt->valid, key, answer);
    return answer;
}

SmtValidity smt_valid(Smt *smt, Term formula) {
    return smt_implies(smt, term_true(smt->t), formula);
}

SmtValidity smt_equivalent(Smt *smt, Term a, Term b) {
    assert(term_sort(smt->t, a).id == term_sort(smt->t, b).id);
    return smt_valid(smt, term_eq(smt->t, a, b));
}

// ---- optimisation ----
// Bit-vectors: settles the bits from the top, each to the better value if some
// model has it.  A model often has the next bits right already.
static SmtOptimum best_bits(Smt *smt, Term a, SmtOrder order, bool maximum, Term *value) {
    assert(sort_kind(smt->t, term_sort(smt->t, a)) == SORT_BV);
    Terms *t = smt->t;
    uint32_t width = sort_width(t, term_sort(t, a));
    SmtAnswer answer = smt_check(smt);
    SmtOptimum result = answer == SMT_UNSAT ? OPTIMUM_NONE : OPTIMUM_UNKNOWN;
    if (answer != SMT_SAT || !(*value = smt_value(smt, a)).id)
        return result;
    smt_push(smt);
    for (uint32_t i = width; i-- > 0 && answer != SMT_UNKNOWN;) {
        bool better = (order == ORDER_SIGNED && i == width - 1) ? !maximum : maximum;
        Term wanted = term_bv(t, better, 1), bit = term_extract(t, a, i, i);
        if (!term_same(term_extract(t, *value, i, i), wanted)) {
            Term assumption = term_eq(t, bit, wanted);
            answer = smt_check_assuming(smt, 1, &assumption);
            if (answer == SMT_SAT && !(*value = smt_value(smt, a)).id)
                answer = SMT_UNKNOWN;
        }
        smt_assert(smt, term_eq(t, bit, term_extract(t, *value, i, i)));
    }
    smt_pop(smt);
    return answer == SMT_UNKNOWN ? OPTIMUM_UNKNOWN : OPTIMUM_VALUE;
}

// Z3 gives infinite * infinity + finite + small * epsilon.
static SmtOptimum read_bound(Smt *smt, Z3_ast_vector bound, Term a, Term *value) {
    Bridge *b = &smt->bridge;
    Term part[3];
    if (!bound || Z3_ast_vector_size(b->z3, bound) != 3)
        return OPTIMUM_UNKNOWN;
    for (unsigned i = 0; i < 3; i++) {
        part[i] = from_z3(b, Z3_ast_vector_get(b->z3, bound, i), 0, NULL);
        if (!part[i].id || !term_is_const(smt->t, part[i]))
            return OPTIMUM_UNKNOWN;
    }
    if (strcmp(term_number(smt->t, part[0]), "0") != 0)
        return OPTIMUM_UNBOUNDED;
    char text[2][128] = { "", "1" };
    const char *number = term_number(smt->t, part[1]), *slash = strchr(number, '/');
    if (strlen(number) >= sizeof text[0])
        return OPTIMUM_UNKNOWN;
    snprintf(text[0], sizeof text[0], "%.*s", slash ? (int)(slash - number) : (int)strlen(number), number);
    if (slash)
        snprintf(text[1], sizeof text[1], "%s", slash + 1);
    bool integer = sort_kind(smt->t, term_sort(smt->t, a)) == SORT_INT;
    *value = integer ? term_int_text(smt->t, text[0]) : term_real(smt->t, text[0], text[1]);
    return strcmp(term_number(smt->t, part[2]), "0") == 0 ? OPTIMUM_VALUE : OPTIMUM_LIMIT;
}

static SmtOptimum best_number(Smt *smt, Term a, bool maximum, Term *value) {
    Z3_context z3 = smt->bridge.z3;
    Z3_optimize solver = Z3_mk_optimize(z3);
    const char *why;
    SmtOptimum result = OPTIMUM_UNKNOWN;
    Z3_optimize_inc_ref(z3, solver);
    if (smt->limits.seconds > 0) {
        Z3_params params = Z3_mk_params(z3);
        Z3_params_inc_ref(z3, params);
        Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"), limit_milliseconds(smt->limits));
        Z3_optimize_set_params(z3, solver, params);
        Z3_params_dec_ref(z3, params);
    }
    for (uint32_t i = 0; i < smt->asserted.count; i++)
        Z3_optimize_assert(z3, solver, to_z3(&smt->bridge, smt->asserted.at[i]));
    Z3_ast goal = to_z3(&smt->bridge, a);
    unsigned handle = maximum ? Z3_optimize_maximize(z3, solver, goal) : Z3_optimize_minimize(z3, solver, goal);
    Z3_lbool answer = Z3_optimize_check(z3, solver, 0, NULL);
    smt->stats.checks++;
    if (answer == Z3_L_FALSE)
        result = OPTIMUM_NONE;
    if (answer == Z3_L_TRUE) {
        Z3_ast_vector bound = maximum ? Z3_optimize_get_upper_as_vector(z3, solver, handle)
                                      : Z3_optimize_get_lower_as_vector(z3, solver, handle);
        if (bound) {
            Z3_ast_vector_inc_ref(z3, bound);
            result = read_bound(smt, bound, a, value);
            Z3_ast_vector_dec_ref(z3, bound);
        }
    }
    Z3_optimize_dec_ref(z3, solver);
    if (bridge_failed(&smt->bridge, &why)) {
        rebuild(smt);
        return OPTIMUM_UNKNOWN;
    }
    return result;
}

// Z3's optimum is confirmed by the session: nothing beyond it, and it is attained.
static SmtOptimum confirmed(Smt *smt, Term a, bool maximum, SmtOptimum found, Term value) {
    Terms *t = smt->t;
    if (found != OPTIMUM_VALUE && found != OPTIMUM_LIMIT)
        return found;
    Op beyond = found == OPTIMUM_VALUE ? OP_LT : OP_LE;
    Term outside = maximum ? term_2(t, beyond, value, a) : term_2(t, beyond, a, value), same = term_eq(t, a, value);
    if (smt_check_assuming(smt, 1, &outside) != SMT_UNSAT)
        return OPTIMUM_UNKNOWN;
    if (found == OPTIMUM_VALUE && smt_check_assuming(smt, 1, &same) != SMT_SAT)
        return OPTIMUM_UNKNOWN;
    return found;
}

static SmtOptimum optimum(Smt *smt, Term a, SmtOrder order, bool maximum, Term *value) {
    assert(value);
    SortKind kind = sort_kind(smt->t, term_sort(smt->t, a));
    *value = (Term){ 0 };
    if (kind == SORT_BV)
        return best_bits(smt, a, order, maximum, value);
    if (kind != SORT_INT && kind != SORT_REAL)
        bug("the optimum of a term that is not a number");
    need_solver(smt);
    SmtOptimum found = best_number(smt, a, maximum, value);
    return confirmed(smt, a, maximum, found, *value);
}

SmtOptimum smt_maximum(Smt *smt, Term a, SmtOrder order, Term *value) {
    return optimum(smt, a, order, true, value);
}

SmtOptimum smt_minimum(Smt *smt, Term a, SmtOrder order, Term *value) {
    return optimum(smt, a, order, false, value);
}

SmtStats smt_stats(const Smt *smt) {
    SmtStats stats = smt->stats;
    stats.translated += smt->bridge.translated;
    return stats;
}

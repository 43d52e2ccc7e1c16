// smt_z3_qe.c - quantifier elimination by Z3's tactic qe2, in a context of its own
#include "logic/smt/smt_z3_qe.h"
#include "logic/smt/smt_z3.h"

// The conjunction of the formulas of the only goal left.
static Term read_goal(Bridge *b, Z3_apply_result result) {
    Term all = term_true(b->t);
    if (Z3_apply_result_get_num_subgoals(b->z3, result) != 1)
        return (Term){ 0 };
    Z3_goal goal = Z3_apply_result_get_subgoal(b->z3, result, 0);
    Z3_goal_inc_ref(b->z3, goal);
    for (unsigned i = 0; all.id && i < Z3_goal_size(b->z3, goal); i++) {
        Z3_ast a = Z3_goal_formula(b->z3, goal, i);
        Z3_inc_ref(b->z3, a);
        Term part = from_z3(b, a, 0, NULL);
        all = part.id ? term_and(b->t, all, part) : part;
        Z3_dec_ref(b->z3, a);
    }
    Z3_goal_dec_ref(b->z3, goal);
    return all;
}

Term from_z3_quantified(Bridge *b, Z3_ast quantified, SmtLimits limits, Reason *why) {
    assert(why);
    const char *text = "";
    Term result = { 0 };
    Z3_tactic qe = Z3_mk_tactic(b->z3, "qe2");
    Z3_tactic_inc_ref(b->z3, qe);
    Z3_tactic tactic = Z3_tactic_try_for(b->z3, qe, limit_milliseconds(limits));
    Z3_tactic_inc_ref(b->z3, tactic);
    Z3_goal goal = Z3_mk_goal(b->z3, false, false, false);
    Z3_goal_inc_ref(b->z3, goal);
    Z3_goal_assert(b->z3, goal, quantified);
    Z3_apply_result applied = Z3_tactic_apply(b->z3, tactic, goal);
    if (applied && !bridge_failed(b, &text)) {
        Z3_apply_result_inc_ref(b->z3, applied);
        result = read_goal(b, applied);
        Z3_apply_result_dec_ref(b->z3, applied);
    }
    if (!result.id)
        reason_set(why, "quantifier elimination failed%s%s", *text ? ": " : "", text);
    Z3_goal_dec_ref(b->z3, goal);
    Z3_tactic_dec_ref(b->z3, tactic);
    Z3_tactic_dec_ref(b->z3, qe);
    return result;
}

Term solver_eliminate(Terms *t, Term formula, uint32_t n, const Term variables[], SmtLimits limits, Reason *why) {
    assert(term_is_formula(t, formula) && why && (!n || variables));
    Bridge b;
    bridge_open(&b, t);
    Z3_app *bound = base_alloc((n + 1) * sizeof *bound);
    for (uint32_t i = 0; i < n; i++)
        bound[i] = Z3_to_app(b.z3, to_z3(&b, variables[i]));
    Z3_ast quantified = Z3_mk_exists_const(b.z3, 0, n, bound, 0, NULL, to_z3(&b, formula));
    free(bound);
    Term result = { 0 };
    if (quantified) {
        Z3_inc_ref(b.z3, quantified);
        result = from_z3_quantified(&b, quantified, limits, why);
        Z3_dec_ref(b.z3, quantified);
    } else {
        reason_set(why, "quantifier elimination failed");
    }
    bridge_close(&b);
    return result;
}

// qe.c - elimination: by equations here, by the solver for the rest
//
// Most variables of program formulas are determined by an equation: an assigned
// variable by its assignment, the old value by inverting it (x' = x + 1).  Such
// variables are substituted.  Over bit-vectors odd coefficients are invertible.
#include "logic/reason/qe.h"
#include "logic/term/table.h"
#include "logic/smt/smt_z3_qe.h"

static bool occurs(Terms *t, Term a, Term variable) {
    VecTerm vars = { 0 };
    bool found = false;
    term_vars(t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        found |= vars.at[i].id == variable.id;
    vec_free(&vars);
    return found;
}

// ---- solving for a variable ----
static bool monomial_of(const Terms *t, Term a, Term variable, Rat *c) {
    *c = rat_int(1);
    if (a.id == variable.id)
        return true;
    return op_of(t, a) == OP_MUL && arg_of(t, a, 1).id == variable.id && rat_value(t, arg_of(t, a, 0), c);
}

static bool bv_monomial_of(const Terms *t, Term a, Term variable, UWide *c) {
    *c = 1;
    if (a.id == variable.id)
        return true;
    if (op_of(t, a) == OP_BV_NEG && arg_of(t, a, 0).id == variable.id) {
        *c = ~(UWide)0;
        return true;
    }
    return op_of(t, a) == OP_BV_MUL && arg_of(t, a, 1).id == variable.id && bv_value(t, arg_of(t, a, 0), c);
}

// c * variable + rest = 0 gives variable = rest * (-1/c), where c is invertible.
static Term solved_number(Terms *t, Term c_term, Term rest, Term variable) {
    Rat c, inverse;
    Sort s = sort_of(t, variable);
    if (!monomial_of(t, c_term, variable, &c) || !rat_inverse(c, &inverse))
        return (Term){ 0 };
    if (sort_kind(t, s) == SORT_INT && inverse.den != 1)
        return (Term){ 0 };
    inverse.num = -inverse.num;
    return term_2(t, OP_MUL, rat_make(t, inverse, s), rest);
}

static Term solved_bits(Terms *t, Term c_term, Term rest, Term variable) {
    assert(kind_of(t, variable) == SORT_BV);
    UWide c;
    uint32_t width = width_of(t, variable);
    if (width > 128 || !bv_monomial_of(t, c_term, variable, &c) || !(c & 1))
        return (Term){ 0 };
    return term_2(t, OP_BV_MUL, bv_make(t, -bv_inverse(c), width), rest);
}

static Term difference(Terms *t, Term a, Term b) {
    if (kind_of(t, a) == SORT_BV)
        return term_bv_sub(t, a, b);
    return term_2(t, OP_ADD, a, term_2(t, OP_MUL, rat_make(t, rat_int(-1), sort_of(t, a)), b));
}

// From a = b over numbers or bit-vectors.
static Term solve_sum(Terms *t, Term a, Term b, Term variable) {
    Term d = difference(t, a, b), none = { 0 };
    bool bits = kind_of(t, a) == SORT_BV;
    Op add = bits ? OP_BV_ADD : OP_ADD;
    uint32_t n = op_of(t, d) == add ? node_of(t, d)->n : 1;
    for (uint32_t i = 0; i < n; i++) {
        Term summand = op_of(t, d) == add ? arg_of(t, d, i) : d;
        Rat c;
        UWide m;
        if (bits ? !bv_monomial_of(t, summand, variable, &m) : !monomial_of(t, summand, variable, &c))
            continue;
        Term own =
            bits ? term_1(t, OP_BV_NEG, summand) : term_2(t, OP_MUL, rat_make(t, rat_int(-1), sort_of(t, a)), summand);
        Term rest = term_2(t, add, d, own);
        if (occurs(t, rest, variable))
            return none;
        return bits ? solved_bits(t, summand, rest, variable) : solved_number(t, summand, rest, variable);
    }
    return none;
}

Term solve_for(Terms *t, Term equation, Term variable) {
    assert(kind_of(t, equation) == SORT_BOOL && op_of(t, variable) == OP_VAR);
    Op op = op_of(t, equation);
    if (equation.id == variable.id)
        return t->yes;
    if (op == OP_NOT && arg_of(t, equation, 0).id == variable.id)
        return t->no;
    bool negated = op == OP_NOT && op_of(t, arg_of(t, equation, 0)) == OP_EQ;
    if (negated)
        equation = arg_of(t, equation, 0);
    if (op_of(t, equation) != OP_EQ)
        return (Term){ 0 };
    Term a = arg_of(t, equation, 0), b = arg_of(t, equation, 1);
    SortKind kind = kind_of(t, a);
    if (negated && kind != SORT_BOOL) // (p = q) negated still determines p
        return (Term){ 0 };
    if (kind_of(t, variable) == kind && sort_of(t, a).id == sort_of(t, variable).id) {
        if (a.id == variable.id && !occurs(t, b, variable))
            return negated ? term_not(t, b) : b;
        if (b.id == variable.id && !occurs(t, a, variable))
            return negated ? term_not(t, a) : a;
        if (kind == SORT_BV || kind == SORT_INT || kind == SORT_REAL)
            return solve_sum(t, a, b, variable);
    }
    return (Term){ 0 };
}

// ---- by equations ----
static bool is_equation(const Terms *t, Term a) {
    Op op = op_of(t, a);
    if (op == OP_NOT) {
        op = op_of(t, arg_of(t, a, 0));
        return op == OP_VAR || op == OP_EQ;
    }
    return op == OP_EQ || op == OP_VAR;
}

// One substitution: an equation among the conjuncts that determines a variable
// still wanted gone.
static bool substitute_one(Terms *t, VecTerm *parts, const Map *wanted) {
    VecTerm vars = { 0 };
    bool done = false;
    for (uint32_t i = 0; i < parts->count && !done; i++) {
        if (!is_equation(t, parts->at[i]))
            continue;
        vars.count = 0;
        term_vars(t, parts->at[i], &vars);
        for (uint32_t k = 0; k < vars.count && !done; k++) {
            Term x = vars.at[k], e = map_find(wanted, x.id) ? solve_for(t, parts->at[i], x) : (Term){ 0 };
            if (!e.id)
                continue;
            parts->at[i] = t->yes; // it held by definition
            Term all = term_and_n(t, parts->count, parts->at);
            all = term_substitute(t, all, 1, &x, &e);
            parts->count = 0;
            term_conjuncts(t, all, parts);
            done = true;
        }
    }
    vec_free(&vars);
    return done;
}

Term project_by_equations(Terms *t, Term formula, uint32_t n, const Term variables[]) {
    assert(kind_of(t, formula) == SORT_BOOL);
    VecTerm parts = { 0 };
    Map wanted = { 0 };
    for (uint32_t i = 0; i < n; i++)
        map_put(&wanted, variables[i].id, 1);
    term_conjuncts(t, formula, &parts);
    while (substitute_one(t, &parts, &wanted)) {
    }
    Term result = term_and_n(t, parts.count, parts.at);
    vec_free(&parts);
    map_free(&wanted);
    return result;
}

// ---- the variables that are left ----
static uint32_t remaining(Terms *t, Term formula, uint32_t n, const Term variables[], VecTerm *out) {
    VecTerm vars = { 0 };
    Map wanted = { 0 };
    for (uint32_t i = 0; i < n; i++)
        map_put(&wanted, variables[i].id, 1);
    term_vars(t, formula, &vars);
    out->count = 0;
    for (uint32_t i = 0; i < vars.count; i++)
        if (map_find(&wanted, vars.at[i].id))
            vec_push(out, vars.at[i]);
    vec_free(&vars);
    map_free(&wanted);
    return out->count;
}

// A Boolean variable: the formula for true or for false.
static Term split_booleans(Terms *t, Term formula, VecTerm *left) {
    uint32_t kept = 0;
    enum { MOST = 12 };
    for (uint32_t i = 0; i < left->count; i++) {
        Term x = left->at[i];
        if (kind_of(t, x) != SORT_BOOL || i - kept >= MOST) {
            left->at[kept++] = x;
            continue;
        }
        formula = term_or(t, term_substitute(t, formula, 1, &x, &t->yes), term_substitute(t, formula, 1, &x, &t->no));
    }
    left->count = kept;
    return formula;
}

// The solver's elimination, where at least the formula implies it.
static Term eliminate(Terms *t, Term formula, const VecTerm *left, SmtLimits limits, Reason *why) {
    Term result = solver_eliminate(t, formula, left->count, left->at, limits, why);
    if (!result.id)
        return result;
    Smt *smt = smt_new(t, limits);
    if (smt_implies(smt, formula, result) != SMT_VALID) {
        reason_set(why, "the result of quantifier elimination was not confirmed");
        result = (Term){ 0 };
    }
    smt_free(smt);
    return result;
}

Term project_exact(Terms *t, Term formula, uint32_t n, const Term variables[], SmtLimits limits, Reason *why) {
    assert(kind_of(t, formula) == SORT_BOOL && why);
    VecTerm left = { 0 };
    double start = clock_cpu(), counted = smt_clock();
    Term result = project_by_equations(t, formula, n, variables);
    if (remaining(t, result, n, variables, &left)) {
        result = split_booleans(t, result, &left);
        VecTerm rest = { 0 };
        if (remaining(t, result, left.count, left.at, &rest))
            result = eliminate(t, result, &rest, limits, why);
        vec_free(&rest);
    }
    if (result.id && remaining(t, result, n, variables, &left)) {
        reason_set(why, "a variable could not be eliminated");
        result = (Term){ 0 };
    }
    double more = clock_cpu() - start - (smt_clock() - counted); // elimination makes no steps
    smt_clock_add(more > 0 ? more : 0);
    vec_free(&left);
    return result;
}

// A formula in negation normal form with the literals of the given atoms replaced
// by true: implied by the formula.
static Term weaken_literals(Terms *t, Term nnf, const Map *atoms) {
    Map done = { 0 };
    VecTerm stack = { 0 }, args = { 0 };
    vec_push(&stack, nnf);
    while (stack.count) {
        Term a = vec_last(&stack), result;
        uint32_t before = stack.count;
        Op op = op_of(t, a);
        if (map_find(&done, a.id)) {
            stack.count--;
            continue;
        }
        if (op == OP_AND || op == OP_OR) {
            args.count = 0;
            for (uint32_t i = 0; i < node_of(t, a)->n; i++) {
                uint32_t have = map_find(&done, arg_of(t, a, i).id);
                if (!have)
                    vec_push(&stack, arg_of(t, a, i));
                vec_push(&args, (Term){ have });
            }
            if (stack.count > before)
                continue;
            result = term_build(t, op, (Sort){ 0 }, args.count, args.at, 0, 0);
        } else {
            Term atom = op == OP_NOT ? arg_of(t, a, 0) : a;
            result = map_find(atoms, atom.id) ? t->yes : a;
        }
        map_put(&done, a.id, result.id);
        stack.count--;
    }
    Term result = { map_find(&done, nnf.id) };
    map_free(&done);
    vec_free(&stack);
    vec_free(&args);
    return result;
}

// In negation normal form, a literal with such a variable may be taken as true.
static Term drop_literals(Terms *t, Term formula, uint32_t n, const Term variables[]) {
    VecTerm atoms = { 0 }, left = { 0 };
    Term nnf = term_nnf(t, formula);
    Map dropped = { 0 };
    term_atoms(t, nnf, &atoms);
    for (uint32_t i = 0; i < atoms.count; i++)
        if (remaining(t, atoms.at[i], n, variables, &left))
            map_put(&dropped, atoms.at[i].id, 1);
    Term result = weaken_literals(t, nnf, &dropped);
    map_free(&dropped);
    vec_free(&atoms);
    vec_free(&left);
    return result;
}

Term project_cheaply(Terms *t, Term formula, uint32_t n, const Term variables[]) {
    assert(kind_of(t, formula) == SORT_BOOL);
    return drop_literals(t, project_by_equations(t, formula, n, variables), n, variables);
}

Term project_over(Terms *t, Term formula, uint32_t n, const Term variables[], SmtLimits limits) {
    assert(kind_of(t, formula) == SORT_BOOL);
    Reason why;
    Term exact = project_exact(t, formula, n, variables, limits, &why);
    if (exact.id)
        return exact;
    return project_cheaply(t, formula, n, variables);
}

Term project_forall_exact(Terms *t, Term formula, uint32_t n, const Term variables[], SmtLimits limits, Reason *why) {
    Term negation = project_exact(t, term_not(t, formula), n, variables, limits, why);
    return negation.id ? term_not(t, negation) : negation;
}

Term project_under(Smt *smt, Term formula, uint32_t n, const Term variables[]) {
    assert(!n || variables);
    VecTerm left = { 0 };
    Terms *t = smt_terms(smt);
    Term result = solver_project_model(smt, formula, n, variables);
    if (result.id && remaining(t, result, n, variables, &left))
        result = (Term){ 0 };
    vec_free(&left);
    return result;
}

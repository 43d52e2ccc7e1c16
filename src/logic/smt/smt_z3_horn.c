// smt_z3_horn.c - Horn clauses by Z3's fixed-point engine (Spacer)
//
// Each solve has its own context: a failed one leaves nothing behind.  Z3's
// transformations that inline or slice relations are off, so that the answer has all
// of them; only with recursion over numbers relations are inlined where that makes no clause more (a third of
// the time on tail recursion), and come back with quantifiers, which are eliminated.  Without recursion the query
// starts at a level above the depth of the system, which spares the deepening one by one (an order of magnitude on long
// chains). Spacer is described in A. Komuravelli, A. Gurfinkel, S. Chaki, "SMT-Based Model Checking for Recursive
// Programs", CAV 2014.
#include "base/stats.h"
#include "logic/smt/horn.h"
#include "logic/smt/smt_z3.h"

enum { QE_SECONDS = 2 };

// ---- to Z3 ----
typedef struct Solver {
    const Horn *h;
    Bridge bridge;
    Z3_fixedpoint fp;
    VEC(Z3_func_decl) relations; // by relation; then the one for false
    VEC(Z3_ast) held;
} Solver;

static Z3_ast hold(Solver *s, Z3_ast a) {
    bridge_note(&s->bridge);
    if (a) {
        Z3_inc_ref(s->bridge.z3, a);
        vec_push(&s->held, a);
    }
    return a;
}

// Quantifiers over numbers and Booleans can be eliminated.
static bool may_inline(const Horn *h) {
    for (uint32_t r = 0; h->steps && r < h->scopes.count; r++)
        for (uint32_t i = 0; i < h->scopes.at[r].count; i++) {
            SortKind kind = sort_kind(h->t, term_sort(h->t, h->scopes.at[r].at[i]));
            if (kind != SORT_INT && kind != SORT_BOOL)
                return false;
        }
    return h->steps;
}

static void set_options(Solver *s, SmtLimits limits) {
    Z3_context z3 = s->bridge.z3;
    Z3_params p = Z3_mk_params(z3);
    Z3_params_inc_ref(z3, p);
#define SYMBOL(text) Z3_mk_string_symbol(z3, text)
    Z3_params_set_symbol(z3, p, SYMBOL("engine"), SYMBOL("spacer"));
    Z3_params_set_bool(z3, p, SYMBOL("xform.slice"), false);
    Z3_params_set_bool(z3, p, SYMBOL("xform.inline_linear"), false);
    Z3_params_set_bool(z3, p, SYMBOL("xform.inline_eager"), may_inline(s->h));
    if (limits.seconds > 0)
        Z3_params_set_uint(z3, p, SYMBOL("timeout"), limit_milliseconds(limits));
#undef SYMBOL
    Z3_fixedpoint_set_params(z3, s->fp, p);
    bridge_note(&s->bridge);
    Z3_params_dec_ref(z3, p);
    if (limits.resources > 0 && limits.resources < UINT32_MAX) { // the fixed-point engine has no option for it
        char text[24];
        snprintf(text, sizeof text, "%llu", (unsigned long long)limits.resources);
        Z3_update_param_value(z3, "rlimit", text);
        bridge_note(&s->bridge);
    }
}

static void add_relations(Solver *s) {
    Z3_context z3 = s->bridge.z3;
    for (uint32_t r = 0; r <= s->h->scopes.count; r++) {
        const VecTerm *scope = r < s->h->scopes.count ? &s->h->scopes.at[r] : NULL;
        uint32_t n = scope ? scope->count : 0;
        Z3_sort *domain = base_alloc((n + 1) * sizeof *domain);
        for (uint32_t i = 0; i < n; i++)
            domain[i] = sort_to_z3(&s->bridge, term_sort(s->h->t, scope->at[i]));
        char name[24];
        snprintf(name, sizeof name, "R%u", r);
        Z3_func_decl f = Z3_mk_func_decl(z3, Z3_mk_string_symbol(z3, name), n, domain, Z3_mk_bool_sort(z3));
        hold(s, Z3_func_decl_to_ast(z3, f));
        Z3_fixedpoint_register_relation(z3, s->fp, f);
        vec_push(&s->relations, f);
        free(domain);
    }
}

// The relation of its scope, or of 'arguments' where they are given.
static Z3_ast application(Solver *s, uint32_t r, const Term arguments[], VecTerm *vars) {
    assert(r <= s->h->scopes.count); // the last stands for false
    uint32_t n = r < s->h->scopes.count ? s->h->scopes.at[r].count : 0;
    Z3_ast *arg = base_alloc((n + 1) * sizeof *arg);
    for (uint32_t i = 0; i < n; i++) {
        Term x = arguments ? arguments[i] : s->h->scopes.at[r].at[i];
        arg[i] = to_z3(&s->bridge, x);
        vec_push(vars, x);
    }
    Z3_ast a = hold(s, Z3_mk_app(s->bridge.z3, s->relations.at[r], n, arg));
    free(arg);
    return a;
}

static Z3_ast closed(Solver *s, Z3_ast rule, const VecTerm *vars) {
    Map seen = { 0 };
    VEC(Z3_app) bound = { 0 };
    for (uint32_t i = 0; i < vars->count; i++) {
        if (map_find(&seen, vars->at[i].id))
            continue;
        map_put(&seen, vars->at[i].id, 1);
        vec_push(&bound, Z3_to_app(s->bridge.z3, to_z3(&s->bridge, vars->at[i])));
    }
    if (bound.count)
        rule = hold(s, Z3_mk_forall_const(s->bridge.z3, 0, bound.count, bound.at, 0, NULL, rule));
    map_free(&seen);
    vec_free(&bound);
    return rule;
}

static const Term *arguments_of(const Solver *s, const HornClause *c, uint32_t i) {
    return s->h->steps ? c->arguments.at + horn_arguments(s->h, c, i) : NULL;
}

// A rule has the number of its clause as name.
static void add_clause(Solver *s, uint32_t number) {
    assert(number < s->h->clauses.count);
    const HornClause *c = &s->h->clauses.at[number];
    Z3_context z3 = s->bridge.z3;
    VecTerm vars = { 0 };
    VEC(Z3_ast) body = { 0 };
    char name[24];
    for (uint32_t i = 0; i < c->body.count; i++)
        vec_push(&body, application(s, c->body.at[i], arguments_of(s, c, i), &vars));
    vec_push(&body, to_z3(&s->bridge, c->formula));
    term_vars(s->h->t, c->formula, &vars);
    uint32_t to = c->head == HORN_FALSE ? s->h->scopes.count : c->head;
    Z3_ast head = application(s, to, arguments_of(s, c, c->body.count), &vars);
    Z3_ast all = hold(s, Z3_mk_and(z3, body.count, body.at)), rule = hold(s, Z3_mk_implies(z3, all, head));
    snprintf(name, sizeof name, "c%u", number);
    if (!s->bridge.failed)
        Z3_fixedpoint_add_rule(z3, s->fp, closed(s, rule, &vars), Z3_mk_string_symbol(z3, name));
    bridge_note(&s->bridge);
    vec_free(&vars);
    vec_free(&body);
}

// ---- the answer ----
static uint32_t relation_of(const Solver *s, Z3_app app) {
    uint32_t r = 0;
    Z3_func_decl f = Z3_get_app_decl(s->bridge.z3, app);
    while (r < s->h->scopes.count && !Z3_is_eq_func_decl(s->bridge.z3, f, s->relations.at[r]))
        r++;
    return r;
}

// What was inlined comes back with quantifiers.
static Term without_quantifiers(Solver *s, Z3_ast body, uint32_t n_bound, const Term bound[]) {
    Z3_context z3 = s->bridge.z3;
    Z3_ast *to = base_alloc((n_bound + 1) * sizeof *to);
    Reason why;
    for (uint32_t i = 0; i < n_bound; i++)
        to[i] = bound[i].id ? to_z3(&s->bridge, bound[i]) : Z3_mk_true(z3);
    Z3_ast closed_body = hold(s, Z3_substitute_vars(z3, body, n_bound, to));
    free(to);
    SmtLimits limits = { .seconds = QE_SECONDS };
    return closed_body ? from_z3_quantified(&s->bridge, closed_body, limits, &why) : (Term){ 0 };
}

// 'body' as a formula over the scope of r; the arguments of the relation must be
// bound variables, in any order.
static Term definition(Solver *s, uint32_t r, Z3_app relation, Z3_ast body, uint32_t n_bound) {
    assert(r < s->h->scopes.count);
    Z3_context z3 = s->bridge.z3;
    const VecTerm *scope = &s->h->scopes.at[r];
    Term *bound = base_alloc((n_bound + 1) * sizeof *bound);
    bool understood = true;
    for (uint32_t i = 0; i < scope->count; i++) {
        Z3_ast x = Z3_get_app_arg(z3, relation, i);
        understood &= Z3_get_ast_kind(z3, x) == Z3_VAR_AST && Z3_get_index_value(z3, x) < n_bound;
        if (understood)
            bound[Z3_get_index_value(z3, x)] = scope->at[i];
    }
    Term result = understood ? from_z3(&s->bridge, body, n_bound, bound) : (Term){ 0 };
    if (understood && !result.id)
        result = without_quantifiers(s, body, n_bound, bound);
    free(bound);
    return result;
}

// Reads (forall x. R(x) = body), R(x) for true or not R(x) for false.
static bool read_definition(Solver *s, Z3_ast a, Term out[]) {
    Z3_context z3 = s->bridge.z3;
    uint32_t n_bound = 0;
    if (Z3_get_ast_kind(z3, a) == Z3_QUANTIFIER_AST) {
        n_bound = Z3_get_quantifier_num_bound(z3, a);
        a = Z3_get_quantifier_body(z3, a);
    }
    if (Z3_get_ast_kind(z3, a) != Z3_APP_AST)
        return false;
    Z3_app app = Z3_to_app(z3, a);
    Z3_decl_kind kind = Z3_get_decl_kind(z3, Z3_get_app_decl(z3, app));
    bool negated = kind == Z3_OP_NOT, equation = kind == Z3_OP_EQ || kind == Z3_OP_IFF;
    Z3_app relation = negated || equation ? Z3_to_app(z3, Z3_get_app_arg(z3, app, 0)) : app;
    uint32_t r = relation_of(s, relation);
    if (r == s->h->scopes.count) // the relation for false
        return true;
    if (equation)
        out[r] = definition(s, r, relation, Z3_get_app_arg(z3, app, 1), n_bound);
    else
        out[r] = term_bool(s->h->t, !negated);
    return out[r].id != 0;
}

static bool read_answer(Solver *s, Term out[]) {
    Z3_context z3 = s->bridge.z3;
    Z3_ast answer = hold(s, Z3_fixedpoint_get_answer(z3, s->fp));
    for (uint32_t r = 0; r < s->h->scopes.count; r++)
        out[r] = term_true(s->h->t); // a relation left out is not constrained
    if (!answer || Z3_get_ast_kind(z3, answer) != Z3_APP_AST)
        return answer && read_definition(s, answer, out);
    Z3_app app = Z3_to_app(z3, answer);
    if (Z3_get_decl_kind(z3, Z3_get_app_decl(z3, app)) != Z3_OP_AND)
        return read_definition(s, answer, out);
    for (unsigned i = 0; i < Z3_get_app_num_args(z3, app); i++)
        if (!read_definition(s, Z3_get_app_arg(z3, app, i), out))
            return false;
    return true;
}

// The solver gives the names of the rules, with false first.
static void read_derivation(Solver *s, VecU32 *out) {
    Z3_symbol names = Z3_fixedpoint_get_rule_names_along_trace(s->bridge.z3, s->fp);
    bridge_note(&s->bridge);
    const char *text = s->bridge.failed ? "" : Z3_get_symbol_string(s->bridge.z3, names);
    for (const char *at = strchr(text, 'c'); at; at = strchr(at + 1, 'c')) {
        char *end;
        unsigned long number = strtoul(at + 1, &end, 10);
        if (end > at + 1 && number < s->h->clauses.count)
            vec_push(out, (uint32_t)number);
    }
    for (uint32_t i = 0, k = out->count; i + 1 < k; i++) {
        uint32_t last = out->at[--k];
        out->at[k] = out->at[i];
        out->at[i] = last;
    }
}

static HornAnswer query(Solver *s, Term out[], VecU32 *derivation, Reason *why) {
    Z3_context z3 = s->bridge.z3;
    const char *text;
    VecTerm none = { 0 };
    Z3_ast goal = application(s, s->h->scopes.count, NULL, &none);
    phase_begin(PHASE_solver);
    Z3_lbool found = s->h->steps ? Z3_fixedpoint_query(z3, s->fp, goal)
                                 : Z3_fixedpoint_query_from_lvl(z3, s->fp, goal, s->h->scopes.count + 1);
    phase_end(PHASE_solver);
    bridge_count(&s->bridge, Z3_fixedpoint_get_statistics(z3, s->fp));
    stat_add(STAT_solver_calls, 1);
    stat_add(STAT_prover_calls, 1);
    if (bridge_failed(&s->bridge, &text)) {
        reason_set(why, "the fixed-point engine failed: %s", text);
        return HORN_UNKNOWN;
    }
    if (found == Z3_L_TRUE) {
        if (derivation)
            read_derivation(s, derivation);
        return HORN_UNSOLVABLE;
    }
    if (found == Z3_L_UNDEF) {
        reason_set(why, "the fixed-point engine gave up: %s", Z3_fixedpoint_get_reason_unknown(z3, s->fp));
        return HORN_UNKNOWN;
    }
    if (read_answer(s, out) && !bridge_failed(&s->bridge, &text))
        return HORN_SOLVED;
    LOG(horn, "not understood: %s", Z3_ast_to_string(z3, Z3_fixedpoint_get_answer(z3, s->fp)));
    reason_set(why, "the fixed-point engine's answer is not a quantifier-free formula");
    return HORN_UNKNOWN;
}

HornAnswer horn_solve(const Horn *h, SmtLimits limits, Term out[], Reason *why) {
    return horn_derive(h, limits, out, NULL, why);
}

HornAnswer horn_derive(const Horn *h, SmtLimits limits, Term out[], VecU32 *derivation, Reason *why) {
    assert(why);
    Solver s = { .h = h };
    const char *text;
    HornAnswer answer = HORN_UNKNOWN;
    bridge_open(&s.bridge, h->t);
    s.fp = Z3_mk_fixedpoint(s.bridge.z3);
    Z3_fixedpoint_inc_ref(s.bridge.z3, s.fp);
    set_options(&s, limits);
    add_relations(&s);
    for (uint32_t i = 0; i < h->clauses.count; i++)
        add_clause(&s, i);
    if (bridge_failed(&s.bridge, &text))
        reason_set(why, "the fixed-point engine does not take the clauses: %s", text);
    else
        answer = query(&s, out, derivation, why);
    for (uint32_t i = 0; i < s.held.count; i++)
        Z3_dec_ref(s.bridge.z3, s.held.at[i]);
    Z3_fixedpoint_dec_ref(s.bridge.z3, s.fp);
    bridge_close(&s.bridge);
    vec_free(&s.held);
    vec_free(&s.relations);
    return answer;
}

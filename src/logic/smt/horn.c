// horn.c - systems of constrained Horn clauses
#include "logic/smt/horn.h"

Horn *horn_new(Terms *t) {
    Horn *h = base_alloc(sizeof *h);
    h->t = t;
    return h;
}

void horn_free(Horn *h) {
    if (!h)
        return;
    for (uint32_t i = 0; i < h->scopes.count; i++)
        vec_free(&h->scopes.at[i]);
    for (uint32_t i = 0; i < h->clauses.count; i++) {
        vec_free(&h->clauses.at[i].body);
        vec_free(&h->clauses.at[i].arguments);
    }
    vec_free(&h->scopes);
    vec_free(&h->clauses);
    free(h);
}

uint32_t horn_relation(Horn *h) {
    (void)vec_add(&h->scopes);
    return h->scopes.count - 1;
}

void horn_scope(Horn *h, uint32_t relation, Term variable) {
    assert(relation < h->scopes.count && term_op(h->t, variable) == OP_VAR);
    vec_push(&h->scopes.at[relation], variable);
}

void horn_clause(Horn *h, uint32_t n, const uint32_t body[], Term formula, uint32_t head) {
    assert(term_is_formula(h->t, formula) && (head == HORN_FALSE || head < h->scopes.count));
    HornClause *c = vec_add(&h->clauses);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&c->body, body[i]);
    c->formula = formula;
    c->head = head;
}

void horn_step(Horn *h, uint32_t n, const uint32_t body[], const VecTerm *arguments, Term formula, uint32_t head) {
    assert(term_is_formula(h->t, formula) && (head == HORN_FALSE || head < h->scopes.count));
    h->steps = true;
    horn_clause(h, n, body, formula, head);
    HornClause *c = &vec_last(&h->clauses);
    for (uint32_t i = 0; i < arguments->count; i++)
        vec_push(&c->arguments, arguments->at[i]);
    assert(arguments->count == horn_arguments(h, c, n) + (head == HORN_FALSE ? 0 : h->scopes.at[head].count));
}

uint32_t horn_arguments(const Horn *h, const HornClause *c, uint32_t i) {
    assert(i <= c->body.count);
    uint32_t first = 0;
    for (uint32_t k = 0; k < i; k++)
        first += h->scopes.at[c->body.at[k]].count;
    return first;
}

// ---- solutions ----
static Term applied(const Horn *h, const HornClause *c, uint32_t i, uint32_t relation, Term formula) {
    const VecTerm *scope = &h->scopes.at[relation];
    if (!h->steps)
        return formula;
    return term_substitute(h->t, formula, scope->count, scope->at, c->arguments.at + horn_arguments(h, c, i));
}

Term horn_premise(const Horn *h, uint32_t clause, const Term solution[]) {
    assert(clause < h->clauses.count && solution);
    const HornClause *c = &h->clauses.at[clause];
    Term premise = c->formula;
    for (uint32_t i = 0; i < c->body.count; i++)
        premise = term_and(h->t, premise, applied(h, c, i, c->body.at[i], solution[c->body.at[i]]));
    return premise;
}

Term horn_head(const Horn *h, uint32_t clause, Term formula) {
    assert(clause < h->clauses.count && term_is_formula(h->t, formula));
    const HornClause *c = &h->clauses.at[clause];
    return c->head == HORN_FALSE ? term_false(h->t) : applied(h, c, c->body.count, c->head, formula);
}

// ---- as text ----
static void print_relation(const Horn *h, const char *name, uint32_t n, const Term arguments[], Text *out) {
    text_add(out, n ? "(|%s|" : "|%s|", name);
    for (uint32_t i = 0; i < n; i++) {
        text_add(out, " ");
        term_print_smt(h->t, arguments[i], out);
    }
    text_add(out, n ? ")" : "");
}

// The variables of a clause, each once.
static void clause_vars(const Horn *h, const HornClause *c, VecTerm *out) {
    Map seen = { 0 };
    VecTerm all = { 0 };
    for (uint32_t i = 0; i < c->arguments.count; i++)
        vec_push(&all, c->arguments.at[i]);
    for (uint32_t i = 0; !h->steps && i <= c->body.count; i++) {
        uint32_t r = i < c->body.count ? c->body.at[i] : c->head;
        for (uint32_t k = 0; r != HORN_FALSE && k < h->scopes.at[r].count; k++)
            vec_push(&all, h->scopes.at[r].at[k]);
    }
    term_vars(h->t, c->formula, &all);
    for (uint32_t i = 0; i < all.count; i++) {
        if (!map_find(&seen, all.at[i].id))
            vec_push(out, all.at[i]);
        map_put(&seen, all.at[i].id, 1);
    }
    map_free(&seen);
    vec_free(&all);
}

static void print_clause(const Horn *h, const HornClause *c, const char *const names[], Text *out) {
    VecTerm vars = { 0 };
    clause_vars(h, c, &vars);
    text_add(out, vars.count ? "(assert (forall (" : "(assert ");
    for (uint32_t i = 0; i < vars.count; i++) {
        text_add(out, i ? " (" : "(");
        term_print_smt(h->t, vars.at[i], out);
        text_add(out, " ");
        sort_print_smt(h->t, term_sort(h->t, vars.at[i]), out);
        text_add(out, ")");
    }
    text_add(out, vars.count ? ")\n  (=> (and" : "(=> (and");
    for (uint32_t i = 0; i <= c->body.count; i++) {
        uint32_t r = i < c->body.count ? c->body.at[i] : c->head;
        const Term *arguments = h->steps          ? c->arguments.at + horn_arguments(h, c, i)
                                : r != HORN_FALSE ? h->scopes.at[r].at
                                                  : NULL;
        if (i == c->body.count) {
            text_add(out, " ");
            term_print_smt(h->t, c->formula, out);
            text_add(out, ")");
        }
        text_add(out, " ");
        if (r == HORN_FALSE)
            text_add(out, "false");
        else
            print_relation(h, names[r], h->scopes.at[r].count, arguments, out);
    }
    text_add(out, vars.count ? ")))\n" : "))\n");
    vec_free(&vars);
}

void horn_print(const Horn *h, const char *const names[], Text *out) {
    assert(out && (!h->scopes.count || names));
    text_add(out, "(set-logic HORN)\n");
    for (uint32_t r = 0; r < h->scopes.count; r++) {
        text_add(out, "(declare-fun |%s| (", names[r]);
        for (uint32_t i = 0; i < h->scopes.at[r].count; i++) {
            text_add(out, i ? " " : "");
            sort_print_smt(h->t, term_sort(h->t, h->scopes.at[r].at[i]), out);
        }
        text_add(out, ") Bool)\n");
    }
    for (uint32_t i = 0; i < h->clauses.count; i++)
        print_clause(h, &h->clauses.at[i], names, out);
    text_add(out, "(check-sat)\n");
}

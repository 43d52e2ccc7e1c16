// encodings.c - Horn clauses over bit-vectors, solved in other encodings
#include "engine/refine/encodings.h"
#include "base/limits.h"
#include "base/stats.h"
#include "engine/refine/ideal.h"
#include "engine/refine/refine.h"
#include "logic/reason/integer.h"

enum { MOST_IDEAL = 64, MOST_INTEGERS = 100 }; // bits

struct Encodings {
    const Horn *h;
    Terms *t;
    Refiner *refiner; // for implications
    Ideal *ideal;
    Integers *integers;
    VecTerm known; // by relation
};

const char *encoding_name(Encoding encoding) {
    static const char *const names[] = { "ideal", "integers", "bits" };
    return names[encoding];
}

static bool varies(void *context, Term variable) {
    (void)context;
    (void)variable;
    return false;
}

Encodings *encodings_new(const Horn *horn, TermLeaf origin, void *context) {
    Encodings *w = base_alloc(sizeof *w);
    w->h = horn;
    w->t = horn->t;
    w->refiner = refiner_new(w->t, origin, varies, context);
    w->ideal = ideal_new(w->t, origin, context);
    w->integers = integers_new(w->t);
    for (uint32_t i = 0; i < horn->clauses.count; i++)
        ideal_learn(w->ideal, horn->clauses.at[i].formula);
    for (uint32_t r = 0; r < horn->scopes.count; r++)
        vec_push(&w->known, term_true(w->t));
    return w;
}

void encodings_free(Encodings *w) {
    if (!w)
        return;
    refiner_free(w->refiner);
    ideal_free(w->ideal);
    integers_free(w->integers);
    vec_free(&w->known);
    free(w);
}

const Term *encodings_known(const Encodings *w) {
    return w->known.at;
}

// ---- to a encoding ----
// Does the encoding have numbers of that sort?  What it has not is left out of the relations.
static bool has_sort(const Encodings *w, Encoding encoding, Sort s) {
    SortKind kind = sort_kind(w->t, s);
    switch (encoding) {
    case ENCODING_IDEAL:
        return kind == SORT_BOOL || (kind == SORT_BV && sort_width(w->t, s) <= MOST_IDEAL);
    case ENCODING_INTEGERS:
        return kind == SORT_BOOL || kind == SORT_ARRAY || (kind == SORT_BV && sort_width(w->t, s) <= MOST_INTEGERS);
    default:
        return true;
    }
}

static Term formula_in(Encodings *w, Encoding encoding, Term formula) {
    switch (encoding) {
    case ENCODING_IDEAL:
        return ideal_formula(w->ideal, formula);
    case ENCODING_INTEGERS:
        return integers_translate(w->integers, formula);
    default:
        return formula;
    }
}

static Term variable_in(Encodings *w, Encoding encoding, Term variable) {
    if (encoding == ENCODING_IDEAL)
        return ideal_formula(w->ideal, variable);
    return encoding == ENCODING_INTEGERS ? integers_variable(w->integers, variable) : variable;
}

static Term range_in(Encodings *w, Encoding encoding, Term variable) {
    if (encoding == ENCODING_IDEAL)
        return ideal_range(w->ideal, variable);
    return encoding == ENCODING_INTEGERS ? integers_range(w->integers, variable) : term_true(w->t);
}

static void add_clause(Encodings *w, Encoding encoding, uint32_t clause, Horn *out) {
    const HornClause *c = &w->h->clauses.at[clause];
    VecTerm arguments = { 0 }, parts = { 0 };
    vec_push(&parts, formula_in(w, encoding, horn_premise(w->h, clause, w->known.at)));
    for (uint32_t i = 0; i < c->arguments.count; i++) {
        if (!has_sort(w, encoding, term_sort(w->t, c->arguments.at[i])))
            continue;
        vec_push(&arguments, variable_in(w, encoding, c->arguments.at[i]));
        vec_push(&parts, range_in(w, encoding, c->arguments.at[i]));
    }
    horn_step(out, c->body.count, c->body.at, &arguments, term_and_n(w->t, parts.count, parts.at), c->head);
    vec_free(&arguments);
    vec_free(&parts);
}

static Horn *horn_in(Encodings *w, Encoding encoding) {
    Horn *out = horn_new(w->t);
    for (uint32_t r = 0; r < w->h->scopes.count; r++) {
        horn_relation(out);
        for (uint32_t i = 0; i < w->h->scopes.at[r].count; i++) {
            Term x = w->h->scopes.at[r].at[i];
            if (has_sort(w, encoding, term_sort(w->t, x)))
                horn_scope(out, r, variable_in(w, encoding, x));
        }
    }
    for (uint32_t i = 0; i < w->h->clauses.count; i++)
        add_clause(w, encoding, i, out);
    return out;
}

// ---- back ----
typedef VEC(VecTerm) Guesses; // by relation: conjuncts

static Term back_from(Encodings *w, Encoding encoding, Term formula) {
    switch (encoding) {
    case ENCODING_IDEAL:
        return ideal_back(w->ideal, formula);
    case ENCODING_INTEGERS:
        return integers_back(w->integers, formula);
    default:
        return formula;
    }
}

// Not (a or b) is not a and not b.  What has no form over bit-vectors is left out.
static void add_conjuncts(Encodings *w, Encoding encoding, Term formula, VecTerm *out) {
    VecTerm todo = { 0 };
    vec_push(&todo, formula);
    while (todo.count) {
        Term a = vec_pop(&todo), inner = term_op(w->t, a) == OP_NOT ? term_arg(w->t, a, 0) : a;
        bool all = term_op(w->t, a) == OP_AND, none = term_op(w->t, a) == OP_NOT && term_op(w->t, inner) == OP_OR;
        for (uint32_t i = 0; (all || none) && i < term_arity(w->t, inner); i++)
            vec_push(&todo, all ? term_arg(w->t, a, i) : term_not(w->t, term_arg(w->t, inner, i)));
        if (all || none)
            continue;
        Term b = back_from(w, encoding, a);
        if (b.id)
            vec_push(out, b);
    }
    vec_free(&todo);
}

// ---- what holds of it ----
static Term all_of(Encodings *w, uint32_t relation, const Guesses *g) {
    return term_and(w->t, w->known.at[relation], term_and_n(w->t, g->at[relation].count, g->at[relation].at));
}

// Drops what does not follow at the head of the clause; what is known of it follows anyway.  True: something was.
static bool prune_clause(Encodings *w, uint32_t clause, Term solution[], Guesses *g) {
    uint32_t head = w->h->clauses.at[clause].head, kept = 0;
    if (head == HORN_FALSE || !g->at[head].count)
        return false;
    VecTerm *list = &g->at[head];
    Term premise = horn_premise(w->h, clause, solution), all = term_and_n(w->t, list->count, list->at);
    if (refine_implies(w->refiner, premise, horn_head(w->h, clause, all)))
        return false;
    for (uint32_t i = 0; i < list->count; i++)
        if (refine_implies(w->refiner, premise, horn_head(w->h, clause, list->at[i])))
            list->at[kept++] = list->at[i];
    bool dropped = kept < list->count;
    list->count = kept;
    solution[head] = all_of(w, head, g);
    return dropped;
}

static bool implies_no_error(Encodings *w, const Term solution[]) {
    for (uint32_t i = 0; i < w->h->clauses.count; i++)
        if (w->h->clauses.at[i].head == HORN_FALSE &&
            !refine_implies(w->refiner, horn_premise(w->h, i, solution), term_false(w->t)))
            return false;
    return true;
}

// Keeps the conjuncts that are inductive together, as known.  True: they are a solution.
static bool keep_inductive(Encodings *w, Guesses *g) {
    for (uint32_t r = 0; r < g->count; r++)
        stat_add(STAT_horn_guessed, g->at[r].count);
    VecTerm solution = { 0 };
    for (uint32_t r = 0; r < g->count; r++)
        vec_push(&solution, all_of(w, r, g));
    for (bool more = true; more && !limits_hit();) {
        more = false;
        for (uint32_t i = 0; i < w->h->clauses.count; i++)
            more |= prune_clause(w, i, solution.at, g);
    }
    bool solved = !limits_hit() && implies_no_error(w, solution.at);
    for (uint32_t r = 0; r < g->count && !limits_hit(); r++) {
        w->known.at[r] = solution.at[r];
        stat_add(STAT_horn_kept, g->at[r].count);
    }
    vec_free(&solution);
    return solved;
}

// Over bits the clauses are the real ones; a solution that is none will not pass check_proof.
static bool take_solution(Encodings *w, Encoding encoding, const Term out[]) {
    Guesses g = { 0 };
    vec_resize(&g, w->known.count);
    for (uint32_t r = 0; r < g.count; r++)
        add_conjuncts(w, encoding, out[r], &g.at[r]);
    bool solved = encoding == ENCODING_BITS || keep_inductive(w, &g);
    for (uint32_t r = 0; r < g.count && encoding == ENCODING_BITS; r++)
        w->known.at[r] = all_of(w, r, &g);
    for (uint32_t r = 0; r < g.count; r++)
        vec_free(&g.at[r]);
    vec_free(&g);
    return solved;
}

// ---- the door ----
HornAnswer encodings_solve(Encodings *w, Encoding encoding, SmtLimits limits, VecU32 *derivation, Reason *why) {
    Horn *z = horn_in(w, encoding);
    Term *out = base_alloc((z->scopes.count + 1) * sizeof *out);
    derivation->count = 0;
    stat_add(STAT_horn_calls, 1);
    HornAnswer answer = horn_derive(z, limits, out, derivation, why);
    LOG(chc, "%s: %s", encoding_name(encoding),
        answer == HORN_SOLVED       ? "solved"
        : answer == HORN_UNSOLVABLE ? "unsolvable"
                                    : why->text);
    if (answer == HORN_SOLVED && !take_solution(w, encoding, out)) {
        answer = HORN_UNKNOWN;
        reason_set(why, "the solution over %s is not one over bit-vectors", encoding_name(encoding));
    }
    free(out);
    horn_free(z);
    return answer;
}

// encodings.c - Horn clauses over bit-vectors, solved in several encodings
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
    bool trusts;   // guesses
};

const char *encoding_name(Encoding encoding) {
    assert(encoding < ENCODING_COUNT);
    static const char *const names[] = { "ideal", "integers", "bits" };
    return names[encoding];
}

static bool varies(void *context, Term variable) {
    (void)context;
    (void)variable;
    return false;
}

Encodings *encodings_new(const Horn *horn, TermLeaf origin, void *context) {
    assert(horn && origin);
    Encodings *e = base_alloc(sizeof *e);
    e->h = horn;
    e->t = horn->t;
    e->refiner = refiner_new(e->t, origin, varies, context);
    e->ideal = ideal_new(e->t, origin, context);
    e->integers = integers_new(e->t);
    for (uint32_t i = 0; i < horn->clauses.count; i++)
        ideal_learn(e->ideal, horn->clauses.at[i].formula);
    for (uint32_t r = 0; r < horn->scopes.count; r++)
        vec_push(&e->known, term_true(e->t));
    return e;
}

void encodings_free(Encodings *e) {
    if (!e)
        return;
    refiner_free(e->refiner);
    ideal_free(e->ideal);
    integers_free(e->integers);
    vec_free(&e->known);
    free(e);
}

void encodings_assume(Encodings *e, uint32_t relation, Term formula) {
    assert(relation < e->known.count && term_is_formula(e->t, formula));
    e->known.at[relation] = term_and(e->t, e->known.at[relation], formula);
}

const Term *encodings_known(const Encodings *e) {
    return e->known.at;
}

// ---- to an encoding ----
// Does the encoding have numbers of that sort?  What it has not is left out of the relations.
static bool has_sort(const Encodings *e, Encoding encoding, Sort s) {
    SortKind kind = sort_kind(e->t, s);
    switch (encoding) {
    case ENCODING_IDEAL:
        return kind == SORT_BOOL || (kind == SORT_BV && sort_width(e->t, s) <= MOST_IDEAL);
    case ENCODING_INTEGERS:
        return kind == SORT_BOOL || kind == SORT_ARRAY || (kind == SORT_BV && sort_width(e->t, s) <= MOST_INTEGERS);
    default:
        return true;
    }
}

static Term formula_in(Encodings *e, Encoding encoding, Term formula) {
    switch (encoding) {
    case ENCODING_IDEAL:
        return ideal_formula(e->ideal, formula);
    case ENCODING_INTEGERS:
        return integers_translate(e->integers, formula);
    default:
        return formula;
    }
}

static Term variable_in(Encodings *e, Encoding encoding, Term variable) {
    if (encoding == ENCODING_IDEAL)
        return ideal_formula(e->ideal, variable);
    return encoding == ENCODING_INTEGERS ? integers_variable(e->integers, variable) : variable;
}

static Term range_in(Encodings *e, Encoding encoding, Term variable) {
    if (encoding == ENCODING_IDEAL)
        return ideal_range(e->ideal, variable);
    return encoding == ENCODING_INTEGERS ? integers_range(e->integers, variable) : term_true(e->t);
}

static void add_clause(Encodings *e, Encoding encoding, uint32_t clause, Horn *out) {
    assert(clause < e->h->clauses.count);
    const HornClause *c = &e->h->clauses.at[clause];
    VecTerm arguments = { 0 }, parts = { 0 };
    vec_push(&parts, formula_in(e, encoding, horn_premise(e->h, clause, e->known.at)));
    for (uint32_t i = 0; i < c->arguments.count; i++) {
        if (!has_sort(e, encoding, term_sort(e->t, c->arguments.at[i])))
            continue;
        vec_push(&arguments, variable_in(e, encoding, c->arguments.at[i]));
        vec_push(&parts, range_in(e, encoding, c->arguments.at[i]));
    }
    horn_step(out, c->body.count, c->body.at, &arguments, term_and_n(e->t, parts.count, parts.at), c->head);
    vec_free(&arguments);
    vec_free(&parts);
}

static Horn *horn_in(Encodings *e, Encoding encoding) {
    Horn *out = horn_new(e->t);
    for (uint32_t r = 0; r < e->h->scopes.count; r++) {
        horn_relation(out);
        for (uint32_t i = 0; i < e->h->scopes.at[r].count; i++) {
            Term x = e->h->scopes.at[r].at[i];
            if (has_sort(e, encoding, term_sort(e->t, x)))
                horn_scope(out, r, variable_in(e, encoding, x));
        }
    }
    for (uint32_t i = 0; i < e->h->clauses.count; i++)
        add_clause(e, encoding, i, out);
    assert(out->scopes.count == e->h->scopes.count && out->clauses.count == e->h->clauses.count);
    return out;
}

// ---- back ----
static Term back_from(Encodings *e, Encoding encoding, Term formula) {
    switch (encoding) {
    case ENCODING_IDEAL:
        return ideal_back(e->ideal, formula);
    case ENCODING_INTEGERS:
        return integers_back(e->integers, formula);
    default:
        return formula;
    }
}

// Not (a or b) is not a and not b.  What has no form over bit-vectors is left out.
static void add_conjuncts(Encodings *e, Encoding encoding, Term formula, VecTerm *out) {
    VecTerm todo = { 0 };
    vec_push(&todo, formula);
    while (todo.count) {
        Term a = vec_pop(&todo), inner = term_op(e->t, a) == OP_NOT ? term_arg(e->t, a, 0) : a;
        bool all = term_op(e->t, a) == OP_AND, none = term_op(e->t, a) == OP_NOT && term_op(e->t, inner) == OP_OR;
        for (uint32_t i = 0; (all || none) && i < term_arity(e->t, inner); i++)
            vec_push(&todo, all ? term_arg(e->t, a, i) : term_not(e->t, term_arg(e->t, inner, i)));
        if (all || none)
            continue;
        Term b = back_from(e, encoding, a);
        if (b.id)
            vec_push(out, b);
    }
    vec_free(&todo);
}

// ---- what holds of it ----
static Term all_of(Encodings *e, uint32_t relation, const Guesses *g) {
    assert(relation < e->known.count && relation < g->count);
    return term_and(e->t, e->known.at[relation], term_and_n(e->t, g->at[relation].count, g->at[relation].at));
}

// Drops what does not follow at the head of the clause; what is known of it follows anyway.  True: something was.
static bool prune_clause(Encodings *e, uint32_t clause, Term solution[], Guesses *g) {
    uint32_t head = e->h->clauses.at[clause].head, kept = 0;
    if (head == HORN_FALSE || !g->at[head].count)
        return false;
    VecTerm *list = &g->at[head];
    Term premise = horn_premise(e->h, clause, solution), all = term_and_n(e->t, list->count, list->at);
    if (refine_implies(e->refiner, premise, horn_head(e->h, clause, all)))
        return false;
    for (uint32_t i = 0; i < list->count; i++)
        if (refine_implies(e->refiner, premise, horn_head(e->h, clause, list->at[i])))
            list->at[kept++] = list->at[i];
    bool dropped = kept < list->count;
    list->count = kept;
    solution[head] = all_of(e, head, g);
    return dropped;
}

static bool implies_no_error(Encodings *e, const Term solution[]) {
    for (uint32_t i = 0; i < e->h->clauses.count; i++)
        if (e->h->clauses.at[i].head == HORN_FALSE &&
            !refine_implies(e->refiner, horn_premise(e->h, i, solution), term_false(e->t)))
            return false;
    return true;
}

static void mark_users(const Horn *h, uint32_t relation, bool due[]) {
    for (uint32_t i = 0; i < h->clauses.count; i++)
        for (uint32_t k = 0; k < h->clauses.at[i].body.count; k++)
            due[i] |= h->clauses.at[i].body.at[k] == relation;
}

// Until each clause holds.  One that held is asked again only when less is known of a relation in its body.
static void prune(Encodings *e, Term solution[], Guesses *g) {
    uint32_t n = e->h->clauses.count;
    bool *due = base_alloc(n + 1);
    memset(due, true, n);
    for (bool more = true; more && !limits_hit();) {
        more = false;
        for (uint32_t i = 0; i < n; i++) {
            if (!due[i])
                continue;
            due[i] = false;
            if (prune_clause(e, i, solution, g)) {
                mark_users(e->h, e->h->clauses.at[i].head, due);
                more = true;
            }
        }
    }
    free(due);
}

// Keeps the conjuncts that are inductive together, or all of them, as known.  True: they are a solution.
static bool keep_inductive(Encodings *e, Guesses *g) {
    for (uint32_t r = 0; r < g->count; r++)
        stat_add(STAT_horn_guessed, g->at[r].count);
    VecTerm solution = { 0 };
    for (uint32_t r = 0; r < g->count; r++)
        vec_push(&solution, all_of(e, r, g));
    if (!e->trusts)
        prune(e, solution.at, g);
    bool solved = !limits_hit() && implies_no_error(e, solution.at);
    for (uint32_t r = 0; r < g->count && !limits_hit(); r++) {
        e->known.at[r] = solution.at[r];
        stat_add(STAT_horn_kept, g->at[r].count);
    }
    vec_free(&solution);
    return solved;
}

// Over bits the clauses are the real ones; a solution that is none will not pass check_proof.
static bool take_solution(Encodings *e, Encoding encoding, const Term out[]) {
    Guesses g = { 0 };
    vec_resize(&g, e->known.count);
    for (uint32_t r = 0; r < g.count; r++)
        add_conjuncts(e, encoding, out[r], &g.at[r]);
    bool solved = encoding == ENCODING_BITS || keep_inductive(e, &g);
    for (uint32_t r = 0; r < g.count && encoding == ENCODING_BITS; r++)
        e->known.at[r] = all_of(e, r, &g);
    for (uint32_t r = 0; r < g.count; r++)
        vec_free(&g.at[r]);
    vec_free(&g);
    return solved;
}

// Guesses that are known anyway need no proof.
static void drop_known(const Encodings *e, uint32_t relation, VecTerm *list) {
    VecTerm parts = { 0 };
    Map known = { 0 };
    uint32_t kept = 0;
    term_conjuncts(e->t, e->known.at[relation], &parts);
    for (uint32_t i = 0; i < parts.count; i++)
        map_put(&known, parts.at[i].id, 1);
    for (uint32_t i = 0; i < list->count; i++)
        if (!map_find(&known, list->at[i].id))
            list->at[kept++] = list->at[i];
    list->count = kept;
    map_free(&known);
    vec_free(&parts);
}

// ---- public interface ----
void encodings_trust(Encodings *e) {
    e->trusts = true;
}

bool encodings_guess(Encodings *e, Guesses *guesses) {
    assert(guesses->count == e->known.count);
    for (uint32_t r = 0; r < guesses->count; r++)
        drop_known(e, r, &guesses->at[r]);
    return keep_inductive(e, guesses);
}

static bool holds_with(Encodings *e, uint32_t relation) {
    for (uint32_t i = 0; i < e->h->clauses.count; i++) {
        const HornClause *c = &e->h->clauses.at[i];
        bool uses = false;
        for (uint32_t k = 0; k < c->body.count; k++)
            uses |= c->body.at[k] == relation;
        Term head = c->head == HORN_FALSE ? term_false(e->t) : horn_head(e->h, i, e->known.at[c->head]);
        if (uses && !refine_implies(e->refiner, horn_premise(e->h, i, e->known.at), head))
            return false;
    }
    return true;
}

void encodings_weaken(Encodings *e, uint32_t relation) {
    assert(relation < e->known.count);
    VecTerm parts = { 0 };
    term_conjuncts(e->t, e->known.at[relation], &parts);
    for (uint32_t i = parts.count; i-- > 0 && !limits_hit();) {
        Term part = parts.at[i];
        parts.at[i] = term_true(e->t);
        e->known.at[relation] = term_and_n(e->t, parts.count, parts.at);
        if (!holds_with(e, relation))
            parts.at[i] = part;
    }
    e->known.at[relation] = term_and_n(e->t, parts.count, parts.at);
    vec_free(&parts);
}

bool encodings_done(Encodings *e) {
    return implies_no_error(e, e->known.at);
}

HornAnswer encodings_solve(Encodings *e, Encoding encoding, SmtLimits limits, VecU32 *derivation, Reason *why) {
    assert(encoding < ENCODING_COUNT && e->known.count == e->h->scopes.count);
    Horn *z = horn_in(e, encoding);
    Term *out = base_alloc((z->scopes.count + 1) * sizeof *out);
    derivation->count = 0;
    stat_add(STAT_horn_calls, 1);
    HornAnswer answer = horn_derive(z, limits, out, derivation, why);
    LOG(chc, "%s: %s", encoding_name(encoding),
        answer == HORN_SOLVED       ? "solved"
        : answer == HORN_UNSOLVABLE ? "unsolvable"
                                    : why->text);
    if (answer == HORN_SOLVED && !take_solution(e, encoding, out)) {
        answer = HORN_UNKNOWN;
        reason_set(why, "the solution over %s is not one over bit-vectors", encoding_name(encoding));
    }
    free(out);
    horn_free(z);
    return answer;
}

// extent.c - search for bounds
//
// First the ends of all spans at once, then by halves of them: most are attained, and then
// one model shows it for many.  Where an end is not, from the best model towards it, in growing steps,
// then by halving.
#include "domain/extent.h"

enum { MOST_UNANSWERED = 3, UNANSWERED_COST = 25 };

typedef struct Search {
    Smt *smt;
    Terms *t;
    uint32_t n;
    Extent *extents;
    uint32_t *questions; // left
    uint32_t unanswered;
} Search;

Extent extent_new(Term value, bool is_signed, Span span) {
    return (Extent){ value, is_signed, span, { 1, 0 } };
}

static uint32_t width_of(const Search *s, const Extent *g) {
    return sort_width(s->t, term_sort(s->t, g->value));
}

static Term number(const Search *s, const Extent *g, Wide x) {
    return term_bv128(s->t, (uint64_t)x, (uint64_t)(x >> 64), width_of(s, g));
}

static Wide read_number(const Search *s, const Extent *g, Term constant) {
    uint64_t low, high;
    uint32_t width = width_of(s, g);
    term_bits(s->t, constant, &low, &high);
    Wide x = (Wide)((unsigned __int128)high << 64 | low);
    return g->is_signed && x >> (width - 1) & 1 ? x - ((Wide)1 << width) : x;
}

// What the present model gives; a value that cannot be read does no harm.
static void absorb(Search *s) {
    for (uint32_t i = 0; i < s->n; i++) {
        Extent *g = &s->extents[i];
        Term v = smt_value(s->smt, g->value);
        if (!v.id || !term_is_const(s->t, v))
            continue;
        Wide x = read_number(s, g, v);
        bool first = g->attained.lo > g->attained.hi;
        g->attained.lo = first || x < g->attained.lo ? x : g->attained.lo;
        g->attained.hi = first || x > g->attained.hi ? x : g->attained.hi;
    }
}

static bool exhausted(const Search *s) {
    return *s->questions == 0 || s->unanswered >= MOST_UNANSWERED;
}

static SmtAnswer check(Search *s, uint32_t n, const Term assumptions[]) {
    SmtAnswer answer = smt_check_assuming(s->smt, n, assumptions);
    uint32_t cost = answer == SMT_UNKNOWN ? UNANSWERED_COST : 1;
    *s->questions -= cost < *s->questions ? cost : *s->questions;
    s->unanswered += answer == SMT_UNKNOWN;
    if (answer == SMT_SAT)
        absorb(s);
    return answer;
}

// Can the value be at 'x' or beyond?  If not, the span ends before it.
static SmtAnswer ask(Search *s, Extent *g, Wide x, bool upwards) {
    Op op = g->is_signed ? OP_BV_SLE : OP_BV_ULE;
    Term bound = number(s, g, x);
    Term beyond = upwards ? term_2(s->t, op, bound, g->value) : term_2(s->t, op, g->value, bound);
    SmtAnswer answer = check(s, 1, &beyond);
    if (answer == SMT_UNSAT && upwards)
        g->span.hi = x - 1;
    if (answer == SMT_UNSAT && !upwards)
        g->span.lo = x + 1;
    return answer;
}

static Wide room(const Extent *g, bool upwards) { // between what is attained and what is possible
    return upwards ? g->span.hi - g->attained.hi : g->attained.lo - g->span.lo;
}

static bool is_open(const Extent *g, bool upwards) {
    return g->attained.lo <= g->attained.hi && room(g, upwards) > 0;
}

// Is there a state where all the n extents are at their ends?
static SmtAnswer ask_together(Search *s, uint32_t n, const uint32_t which[], bool upwards) {
    VecTerm parts = { 0 };
    for (uint32_t i = 0; i < n; i++) {
        const Extent *g = &s->extents[which[i]];
        vec_push(&parts, term_eq(s->t, g->value, number(s, g, upwards ? g->span.hi : g->span.lo)));
    }
    SmtAnswer answer = check(s, n, parts.at);
    vec_free(&parts);
    return answer;
}

// Shows of the ends of n extents which ones are attained; the others' spans end before them.
static void confirm(Search *s, uint32_t n, uint32_t which[], bool upwards) {
    uint32_t open = 0;
    for (uint32_t i = 0; i < n; i++)
        if (is_open(&s->extents[which[i]], upwards))
            which[open++] = which[i];
    if (open == 0 || exhausted(s))
        return;
    if (open == 1) {
        Extent *g = &s->extents[which[0]];
        ask(s, g, upwards ? g->span.hi : g->span.lo, upwards);
        return;
    }
    if (ask_together(s, open, which, upwards) != SMT_UNSAT)
        return;
    confirm(s, open / 2, which, upwards);
    confirm(s, open - open / 2, which + open / 2, upwards);
}

static void confirm_all(Search *s, bool upwards) {
    VecU32 which = { 0 };
    for (uint32_t i = 0; i < s->n; i++)
        vec_push(&which, i);
    confirm(s, which.count, which.at, upwards);
    vec_free(&which);
}

// Settles one end.  First: is there more than attained at all?
static void settle(Search *s, Extent *g, bool upwards) {
    Wide step = 1;
    bool halving = false;
    while (!exhausted(s) && is_open(g, upwards)) {
        Wide left = room(g, upwards), ahead = halving || step > left ? (left + 1) / 2 : step;
        SmtAnswer answer = ask(s, g, upwards ? g->attained.hi + ahead : g->attained.lo - ahead, upwards);
        if (answer == SMT_UNKNOWN)
            return;
        halving |= answer == SMT_UNSAT;
        step = 4 * step;
    }
}

bool extents_shrink(Smt *smt, uint32_t n, Extent extents[], uint32_t *questions) {
    Search s = { smt, smt_terms(smt), n, extents, questions, 0 };
    SmtAnswer answer = smt_check(smt);
    if (answer == SMT_UNSAT)
        return false;
    if (answer == SMT_UNKNOWN)
        return true;
    absorb(&s);
    confirm_all(&s, true);
    confirm_all(&s, false);
    for (uint32_t i = 0; i < n; i++) {
        settle(&s, &extents[i], true);
        settle(&s, &extents[i], false);
    }
    return true;
}

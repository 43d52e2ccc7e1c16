// goals.c - search for bounds: from the best model upwards in growing steps, then by halving
#include "domain/goals.h"

enum { MOST_UNANSWERED = 3 };

typedef struct Search {
    Smt *smt;
    Terms *t;
    uint32_t n;
    Goal *goals;
    uint32_t questions; // left
    uint32_t unanswered;
} Search;

Goal goal_new(Term value, bool is_signed, Span span) {
    return (Goal){ value, is_signed, span, { 1, 0 } };
}

static uint32_t width_of(const Search *s, const Goal *g) {
    return sort_width(s->t, term_sort(s->t, g->value));
}

static Term number(const Search *s, const Goal *g, Wide x) {
    return term_bv128(s->t, (uint64_t)x, (uint64_t)(x >> 64), width_of(s, g));
}

static Wide read_number(const Search *s, const Goal *g, Term constant) {
    uint64_t low, high;
    uint32_t width = width_of(s, g);
    term_bits(s->t, constant, &low, &high);
    Wide x = (Wide)((unsigned __int128)high << 64 | low);
    return g->is_signed && x >> (width - 1) & 1 ? x - ((Wide)1 << width) : x;
}

// What the present model gives; a value that cannot be read does no harm.
static void absorb(Search *s) {
    for (uint32_t i = 0; i < s->n; i++) {
        Goal *g = &s->goals[i];
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
    return s->questions == 0 || s->unanswered >= MOST_UNANSWERED;
}

// Can the value be at 'x' or beyond?  If not, the span ends before it.
static SmtAnswer ask(Search *s, Goal *g, Wide x, bool upwards) {
    Op op = g->is_signed ? OP_BV_SLE : OP_BV_ULE;
    Term bound = number(s, g, x);
    Term beyond = upwards ? term_2(s->t, op, bound, g->value) : term_2(s->t, op, g->value, bound);
    s->questions--;
    SmtAnswer answer = smt_check_assuming(s->smt, 1, &beyond);
    s->unanswered += answer == SMT_UNKNOWN;
    if (answer == SMT_SAT)
        absorb(s);
    if (answer == SMT_UNSAT && upwards)
        g->span.hi = x - 1;
    if (answer == SMT_UNSAT && !upwards)
        g->span.lo = x + 1;
    return answer;
}

static Wide room(const Goal *g, bool upwards) { // between what is attained and what is possible
    return upwards ? g->span.hi - g->attained.hi : g->attained.lo - g->span.lo;
}

// Settles one end.  First: is everything possible; then, is there more at all; then in growing steps.
static void settle(Search *s, Goal *g, bool upwards) {
    Wide step = 1;
    bool halving = false;
    for (uint32_t round = 0; !exhausted(s) && g->attained.lo <= g->attained.hi && room(g, upwards) > 0; round++) {
        Wide left = room(g, upwards), ahead = round == 0 ? left : halving || step > left ? (left + 1) / 2 : step;
        Wide x = upwards ? g->attained.hi + ahead : g->attained.lo - ahead;
        SmtAnswer answer = ask(s, g, x, upwards);
        if (answer == SMT_UNKNOWN)
            return;
        halving |= round > 0 && answer == SMT_UNSAT;
        step = round > 0 ? 4 * step : step;
    }
}

bool goals_shrink(Smt *smt, uint32_t n, Goal goals[], uint32_t questions) {
    Search s = { smt, smt_terms(smt), n, goals, questions, 0 };
    SmtAnswer answer = smt_check(smt);
    if (answer == SMT_UNSAT)
        return false;
    if (answer == SMT_UNKNOWN)
        return true;
    absorb(&s);
    for (uint32_t i = 0; i < n; i++) {
        settle(&s, &goals[i], true);
        settle(&s, &goals[i], false);
    }
    return true;
}

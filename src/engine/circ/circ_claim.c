// circ_claim.c - a safe context as a thread-modular proof (claim.h)
//
// Counter q is the number of threads at location q of the context; the thread followed is one of them.  The invariant
// at a point says which states were reached there: MANY says nothing of its counter.
#include "engine/circ/circ.h"

static void add_places(Circ *c) {
    for (uint32_t i = 0; i < c->arg.controls.count; i++) {
        const Control *control = &c->arg.controls.at[i];
        const Point *point = &c->points.at[control->point];
        const Own *own = &c->own[point->template];
        Term formula = term_true(c->t);
        for (uint32_t k = 0; k < own->at.count; k++)
            if (own->local & point->tracked & (uint64_t)1 << k)
                formula =
                    term_and(c->t, formula, control->local >> k & 1 ? own->at.at[k] : term_not(c->t, own->at.at[k]));
        vec_push(&c->claim->proof.places, (ThreadPlace){ c->context.mu.at[i], point->loc, formula });
    }
}

typedef VEC(const uint8_t *) Vectors; // of counts

typedef struct Case { // a valuation at a point, with the counts
    uint64_t global, own;
    uint32_t self; // where the thread at hand is counted
    Vectors counts;
} Case;
typedef struct Cases {
    VEC(Case) all;
} Cases;

// How many threads are at the locations order[i], order[i + 1], ..., in one of the vectors; the one at hand included.
// What vectors have in common is one term: there may be tens of thousands of them.
static Term counts_formula(Circ *c, const Case *one, const Vectors *among, const VecU32 *order, uint32_t place) {
    VecTerm rests = { 0 }, here = { 0 };
    bool seen[MANY + 1] = { false };
    if (place == order->count)
        return term_true(c->t);
    uint32_t q = order->at[place];
    for (uint32_t i = 0; i < among->count; i++) {
        uint8_t n = among->at[i][q];
        Vectors same = { 0 };
        if (seen[n])
            continue;
        seen[n] = true;
        for (uint32_t k = i; k < among->count; k++)
            if (among->at[k][q] == n)
                vec_push(&same, among->at[k]);
        Term rest = counts_formula(c, one, &same, order, place + 1), value = term_int(c->t, n + (q == one->self));
        Term now = n == MANY ? term_true(c->t) : term_eq(c->t, thread_count(c->t, q), value);
        uint32_t known = 0;
        while (known < rests.count && !term_same(rests.at[known], rest))
            known++;
        if (known == rests.count) {
            vec_push(&rests, rest);
            vec_push(&here, now);
        } else {
            here.at[known] = term_or(c->t, here.at[known], now);
        }
        vec_free(&same);
    }
    Term any = term_false(c->t);
    for (uint32_t i = 0; i < rests.count; i++)
        any = term_or(c->t, any, term_and(c->t, here.at[i], rests.at[i]));
    vec_free(&rests);
    vec_free(&here);
    return any;
}

static void add_case(Circ *c, Cases *cases, const State *s) {
    const uint8_t *counts = c->counts.at + (size_t)s->counts * c->context.locations;
    Case *at = NULL;
    for (uint32_t i = 0; i < cases->all.count && !at; i++)
        if (cases->all.at[i].global == s->global && cases->all.at[i].own == s->own)
            at = &cases->all.at[i];
    if (!at) {
        at = vec_add(&cases->all);
        *at = (Case){ s->global, s->own, c->context.mu.at[circ_find_control(c, s->point, s->own)], { 0 } };
    }
    vec_push(&at->counts, counts);
}

// The locations whose counts matter at a point, template by template: not those of its own template where there is one
// thread of it, which is the one at hand.
static void locations_that_matter(const Circ *c, const Point *point, VecU32 *order) {
    for (uint32_t t = 0; t < c->ts->all.count; t++)
        for (uint32_t q = 0; q < c->context.locations; q++)
            if (c->context.template.at[q] == t && (t != point->template || c->ts->all.at[t].many))
                vec_push(order, q);
}

static Term cases_formula(Circ *c, const Point *point, Cases *cases) {
    VecTerm counts = { 0 }, regions = { 0 }; // the regions that have the same counts
    VecU32 order = { 0 };
    locations_that_matter(c, point, &order);
    for (uint32_t i = 0; i < cases->all.count; i++) {
        Case *one = &cases->all.at[i];
        Term region = circ_region_formula(c, point->template, point->tracked, one->global, one->own);
        Term with = counts_formula(c, one, &one->counts, &order, 0);
        uint32_t known = 0;
        while (known < counts.count && !term_same(counts.at[known], with))
            known++;
        if (known == counts.count) {
            vec_push(&counts, with);
            vec_push(&regions, region);
        } else {
            regions.at[known] = term_or(c->t, regions.at[known], region);
        }
        vec_free(&one->counts);
    }
    Term any = term_false(c->t);
    for (uint32_t i = 0; i < counts.count; i++)
        any = term_or(c->t, any, term_and(c->t, regions.at[i], counts.at[i]));
    vec_free(&counts);
    vec_free(&order);
    vec_free(&regions);
    vec_free(&cases->all);
    return any;
}

void circ_claim_proof(Circ *c) {
    Cases *cases = base_alloc(c->points.count * sizeof *cases);
    for (uint32_t i = 0; i < c->states.count; i++)
        add_case(c, &cases[c->states.at[i].point], &c->states.at[i]);
    add_places(c);
    for (uint32_t i = 0; i < c->points.count; i++) {
        const Point *point = &c->points.at[i];
        if (point->loc != c->p->error)
            vec_push(&c->claim->proof.invariants, (Invariant){ point->loc, cases_formula(c, point, &cases[i]) });
    }
    free(cases);
    c->claim->kind = CLAIM_SAFE;
    c->claim->proof.modular = true;
}

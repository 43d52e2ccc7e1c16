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

// How many threads are where, the one at hand included.
static Term counts_formula(Circ *c, const State *s) {
    VecTerm parts = { 0 };
    uint32_t self = c->context.mu.at[circ_find_control(c, s->point, s->own)];
    for (uint32_t q = 0; q < c->context.locations; q++) {
        uint8_t n = c->counts.at[(size_t)s->counts * c->context.locations + q];
        if (n != MANY)
            vec_push(&parts, term_eq(c->t, thread_count(c->t, q), term_int(c->t, n + (q == self))));
    }
    Term all = term_and_n(c->t, parts.count, parts.at);
    vec_free(&parts);
    return all;
}

typedef struct Case { // a valuation at a point, with the counts
    uint64_t global, own;
    VecTerm counts;
} Case;
typedef struct Cases {
    VEC(Case) all;
} Cases;

static void add_case(Circ *c, Cases *cases, const State *s) {
    Term counts = counts_formula(c, s);
    for (uint32_t i = 0; i < cases->all.count; i++)
        if (cases->all.at[i].global == s->global && cases->all.at[i].own == s->own) {
            vec_push(&cases->all.at[i].counts, counts);
            return;
        }
    Case *made = vec_add(&cases->all);
    made->global = s->global;
    made->own = s->own;
    vec_push(&made->counts, counts);
}

static Term cases_formula(Circ *c, const Point *point, Cases *cases) {
    VecTerm any = { 0 };
    for (uint32_t i = 0; i < cases->all.count; i++) {
        Case *one = &cases->all.at[i];
        Term region = circ_region_formula(c, point->template, point->tracked, one->global, one->own);
        vec_push(&any, term_and(c->t, region, term_or_n(c->t, one->counts.count, one->counts.at)));
        vec_free(&one->counts);
    }
    Term all = term_or_n(c->t, any.count, any.at);
    vec_free(&any);
    vec_free(&cases->all);
    return all;
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

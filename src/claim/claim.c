// claim.c - claims are made, freed and tested for their form
#include "claim/claim.h"

void claim_init(Claim *claim) {
    *claim = (Claim){ 0 };
    trace_init(&claim->run.trace);
}

void claim_free(Claim *claim) {
    trace_free(&claim->run.trace);
    vec_free(&claim->run.hints);
    vec_free(&claim->run.path);
    vec_free(&claim->run.rules);
    vec_free(&claim->proof.invariants);
    vec_free(&claim->proof.places);
    vec_free(&claim->proof.notes);
    for (uint32_t i = 0; i < claim->proof.heaps.count; i++)
        heap_free(&claim->proof.heaps.at[i].heap);
    vec_free(&claim->proof.heaps);
    vec_free(&claim->followed);
    vec_free(&claim->graph);
}

static void check_formula(const Program *p, LocId loc, Term formula, const char *of) {
    if (!loc || loc >= p->locs.count)
        bug("claim_check: %s at an unknown location", of);
    if (formula.id && sort_kind(p->terms, term_sort(p->terms, formula)) != SORT_BOOL)
        bug("claim_check: %s at L%u is no formula", of, loc);
}

Term thread_count(Terms *t, uint32_t counter) {
    char name[32];
    snprintf(name, sizeof name, "count!%u", counter);
    return term_var(t, name, sort_int(t));
}

// Its locations are those of the templates, which are not at hand here.
static void check_modular(const Program *p, const Proof *proof) {
    if (proof->unwound || proof->interleaved)
        bug("claim_check: a thread-modular proof is of another form, too");
    for (uint32_t i = 0; i < proof->invariants.count; i++)
        if (!term_is_formula(p->terms, proof->invariants.at[i].formula))
            bug("claim_check: an invariant of threads is no formula");
    for (uint32_t i = 0; i < proof->places.count; i++)
        if (!proof->places.at[i].loc || !term_is_formula(p->terms, proof->places.at[i].formula))
            bug("claim_check: place %u of threads is not well-formed", i);
}

static void check_proof(const Program *p, const Proof *proof) {
    if (proof->modular) {
        check_modular(p, proof);
        return;
    }
    if (proof->by_locks && (proof->unwound || proof->interleaved || proof->invariants.count))
        bug("claim_check: a proof by locks is of another kind as well");
    for (uint32_t i = 0; i < proof->notes.count; i++)
        if (!proof->by_locks || !proof->notes.at[i].loc || proof->notes.at[i].loc >= p->locs.count)
            bug("claim_check: note %u is of no proof by locks", i);
    if (proof->by_heaps && (proof->by_locks || proof->unwound || proof->interleaved || proof->invariants.count))
        bug("claim_check: a proof by heaps is of another kind as well");
    for (uint32_t i = 0; i < proof->heaps.count; i++)
        if (!proof->by_heaps || !proof->heaps.at[i].loc || proof->heaps.at[i].loc >= p->locs.count ||
            !heap_is_sound(p, &proof->heaps.at[i].heap))
            bug("claim_check: heap %u is not well-formed", i);
    if (proof->unwound && proof->invariants.count)
        bug("claim_check: a proof by unwinding has invariants");
    for (uint32_t i = 0; i < proof->invariants.count; i++) {
        if (!proof->invariants.at[i].formula.id)
            bug("claim_check: an invariant without formula");
        check_formula(p, proof->invariants.at[i].loc, proof->invariants.at[i].formula, "an invariant");
    }
}

static void check_run(const Program *p, const Counterexample *run) {
    for (uint32_t i = 0; i < run->path.count; i++)
        if (!run->path.at[i] || run->path.at[i] >= p->edges.count)
            bug("claim_check: step %u of the path is no edge", i);
    for (uint32_t i = 0; i < run->hints.count; i++) {
        EdgeId e = run->hints.at[i].edge;
        if (!e || e >= p->edges.count || p->edges.at[e].cmd.kind != CMD_LOAD)
            bug("claim_check: hint %u is of no LOAD", i);
    }
    rules_check(p, &run->rules);
}

void claim_check(const Program *p, const Claim *claim) {
    switch (claim->kind) {
    case CLAIM_NOTHING:
        break;
    case CLAIM_SAFE:
        check_proof(p, &claim->proof);
        break;
    case CLAIM_UNSAFE:
        check_run(p, &claim->run);
        break;
    }
    for (uint32_t i = 0; i < claim->followed.count; i++)
        check_formula(p, claim->followed.at[i].loc, claim->followed.at[i].predicate, "a predicate");
}

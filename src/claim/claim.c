// claim.c - claims: created, freed, well-formed
#include "claim/claim.h"

void claim_init(Claim *claim) {
    assert(claim);
    *claim = (Claim){ 0 };
    trace_init(&claim->run.trace);
}

void claim_free(Claim *claim) {
    trace_free(&claim->run.trace);
    vec_free(&claim->run.hints);
    vec_free(&claim->run.path);
    vec_free(&claim->proof.invariants);
    vec_free(&claim->followed);
}

void claim_check(const Program *p, const Claim *claim) {
    assert(claim->kind == CLAIM_NOTHING || claim->kind == CLAIM_SAFE || claim->kind == CLAIM_UNSAFE);
    assert(claim->kind != CLAIM_SAFE || !claim->proof.unwound || !claim->proof.invariants.count);
    for (uint32_t i = 0; i < claim->proof.invariants.count; i++)
        assert(claim->proof.invariants.at[i].loc && term_is_formula(p->terms, claim->proof.invariants.at[i].formula));
    for (uint32_t i = 0; i < claim->run.path.count; i++)
        assert(claim->run.path.at[i] && claim->run.path.at[i] < p->edges.count);
    for (uint32_t i = 0; i < claim->run.hints.count; i++)
        assert(claim->run.hints.at[i].edge && claim->run.hints.at[i].edge < p->edges.count);
    (void)p, (void)claim;
}

// claim.c - claims are made and freed
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

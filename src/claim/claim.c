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
    vec_free(&claim->followed);
    vec_free(&claim->graph);
}

static void check_formula(const Program *p, LocId loc, Term formula, const char *of) {
    if (!loc || loc >= p->locs.count)
        bug("claim_check: %s at an unknown location", of);
    if (formula.id && sort_kind(p->terms, term_sort(p->terms, formula)) != SORT_BOOL)
        bug("claim_check: %s at L%u is no formula", of, loc);
}

static void check_proof(const Program *p, const Proof *proof) {
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

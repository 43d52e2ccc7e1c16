#include "engine/tree/search.h"
#include "base/limits.h"
#include "base/stats.h"

static PathAnswer refine(const SearchSteps *steps, void *self, NodeId n, Claim *claim) {
    phase_end(PHASE_reachability);
    PathAnswer found = steps->refine(self, n, claim);
    phase_begin(PHASE_reachability);
    assert((found == PATH_SPURIOUS) == (claim->kind == CLAIM_NOTHING && !*claim->reason.text));
    return found;
}

static void explore(Unwinding *u, const SearchSteps *steps, void *self, Claim *claim) {
    NodeId n;
    while ((n = steps->next(self))) {
        if (limits_hit()) {
            reason_set(&claim->reason, "timeout");
            return;
        }
        steps->record(self);
        if (arg_is_error(u->arg, n)) {
            if (refine(steps, self, n, claim) != PATH_SPURIOUS)
                return;
        } else if (!steps->cover(self, n)) {
            steps->expand(self, n);
        }
    }
    claim->kind = CLAIM_SAFE;
    steps->prove(self, claim);
}

void search(Unwinding *u, const SearchSteps *steps, void *self, Claim *claim) {
    assert(claim->kind == CLAIM_NOTHING);
    phase_begin(PHASE_reachability);
    explore(u, steps, self, claim);
    phase_end(PHASE_reachability);
    assert(claim->kind != CLAIM_NOTHING || *claim->reason.text);
}

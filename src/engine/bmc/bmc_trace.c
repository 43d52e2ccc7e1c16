// bmc_trace.c - from a model of the solver to a run of the program
//
// The run is found by walking the unrolled graph along the conditions that hold.
#include "engine/bmc/bmc.h"
#include "system/model_trace.h"

static Term value(void *self, Term a) {
    return smt_value(((Bmc *)self)->smt, a);
}

static Term start(void *self, VarId v) {
    Bmc *b = self;
    const VecU32 *params = &b->p->funcs.at[b->p->entry].params;
    for (uint32_t i = 0; i < params->count; i++)
        if (params->at[i] == v)
            return b->entry_inputs.at[i];
    return bmc_initial_value(b, v);
}

// The edge that the run takes from a node, or NULL.
static const Taken *taken_from(Bmc *b, ModelTrace *m, uint32_t node) {
    assert(node && node < b->nodes.count);
    Node n = b->nodes.at[node];
    for (uint32_t i = n.first; i < n.first + n.n; i++)
        if (!b->taken.at[i].condition.id || model_holds(m, b->taken.at[i].condition))
            return &b->taken.at[i];
    return NULL;
}

bool bmc_trace(Bmc *b, Claim *claim) {
    assert(b->smt && !b->frames.count);
    ModelTrace m = { .p = b->p, .func = b->p->entry, .value = value, .context = b, .claim = claim };
    uint32_t node = 1; // the entry
    const Taken *taken;
    model_drop_run(claim);
    model_add_start(&m, start);
    while ((taken = taken_from(b, &m, node))) {
        if (taken->edge)
            model_add_edge(&m, taken->edge, taken->value);
        node = taken->to;
    }
    bool found = false;
    for (uint32_t i = 0; i < b->errors.count && !found; i++)
        found = b->errors.at[i].node == node;
    model_trace_free(&m);
    return found;
}

// none.c - the domain that knows nothing: all states, or none
//
// For engines whose labels come from refinement alone.
#include "domain/domain.h"

struct Element {
    bool states;
};
static const Element all = { true }, nothing = { false };

static void *open(Procedure *proc) {
    return proc;
}

static void close(void *self) {
    (void)self;
}

static const Element *top(void *self) {
    (void)self;
    return &all;
}

static const Element *bottom(void *self) {
    (void)self;
    return &nothing;
}

static const Element *join(void *self, const Element *a, const Element *b) {
    (void)self;
    return a->states ? a : b;
}

static const Element *alpha(void *self, uint32_t point, Term formula) {
    const Procedure *proc = self;
    (void)point;
    return term_op(proc->t, formula) == OP_FALSE ? &nothing : &all;
}

static Term gamma_of(void *self, const Element *a) {
    const Procedure *proc = self;
    return term_bool(proc->t, a->states);
}

static const Element *post(void *self, const Element *a, uint32_t cut) {
    const Procedure *proc = self;
    return term_op(proc->t, proc->block[cut].guard) == OP_FALSE ? &nothing : a;
}

const Domain domain_none = {
    .name = "none",
    .summary = "nothing is known of a state",
    .open = open,
    .close = close,
    .top = top,
    .bottom = bottom,
    .join = join,
    .widen = join,
    .alpha = alpha,
    .gamma = gamma_of,
    .post = post,
};

#include "bp/rail.h"

static Rail combine(Bfs *b, BpOp op, const Rail x[]) {
    Rail not1 = { x[1].can0, x[1].can1 };
    switch (op) {
    case BP_NOT:
        return (Rail){ x[0].can0, x[0].can1 };
    case BP_AND:
        return (Rail){ bf_and(b, x[0].can1, x[1].can1), bf_or(b, x[0].can0, x[1].can0) };
    case BP_OR:
        return (Rail){ bf_or(b, x[0].can1, x[1].can1), bf_and(b, x[0].can0, x[1].can0) };
    case BP_IMPLIES:
        return (Rail){ bf_or(b, x[0].can0, x[1].can1), bf_and(b, x[0].can1, x[1].can0) };
    case BP_XOR:
        return combine(b, BP_ITE, (Rail[]){ x[0], not1, x[1] });
    case BP_EQ:
        return combine(b, BP_ITE, (Rail[]){ x[0], x[1], not1 });
    case BP_ITE:
        return (Rail){ bf_or(b, bf_and(b, x[0].can1, x[1].can1), bf_and(b, x[0].can0, x[2].can1)),
                       bf_or(b, bf_and(b, x[0].can1, x[1].can0), bf_and(b, x[0].can0, x[2].can0)) };
    case BP_SCHOOSE:
        return (Rail){ bf_or(b, x[0].can1, bf_and(b, x[0].can0, x[1].can0)), x[0].can0 };
    default:
        bug("bp: no such operation");
    }
}

static Rail of_var(Bfs *b, uint32_t at) {
    return (Rail){ bf_var(b, at), bf_not(b, bf_var(b, at)) };
}

Rail bp_rail(Bfs *b, const BpProgram *p, BpExpr e, const uint32_t place[], uint32_t variables) {
    assert(e && e < p->nodes.count);
    const BpNode *n = &p->nodes.at[e];
    Rail x[3];
    assert((n->op != BP_VAR && n->op != BP_NEXT) || n->arg[0] < variables);
    switch (n->op) {
    case BP_VAR:
        return of_var(b, place[n->arg[0]]);
    case BP_NEXT:
        return of_var(b, place[variables + n->arg[0]]);
    case BP_TRUE:
    case BP_FALSE:
        x[0] = (Rail){ bf_true(b), bf_false(b) };
        return n->op == BP_TRUE ? x[0] : (Rail){ x[0].can0, x[0].can1 };
    case BP_STAR:
        return (Rail){ bf_true(b), bf_true(b) };
    default:
        for (uint32_t i = 0; i < 3 && n->arg[i]; i++)
            x[i] = bp_rail(b, p, n->arg[i], place, variables);
        x[0] = combine(b, n->op, x);
        assert(bf_same(bf_or(b, x[0].can1, x[0].can0), bf_true(b)) || bfs_failed(b)); // it has a value in each state
        return x[0];
    }
}

Bf bp_rail_is(Bfs *b, Rail rail, uint32_t at) {
    return bf_ite(b, bf_var(b, at), rail.can1, rail.can0);
}

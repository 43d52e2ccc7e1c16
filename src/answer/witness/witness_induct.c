#include "answer/witness/witness_induct.h"
#include "answer/witness/witness_apply.h"
#include "program/pass/calls.h"
#include "program/step/block.h"

// The edges of the piece that lie on a way to the error of a checker.
static void ways_to_checkers(const Program *p, const CutEdge *piece, VecU32 *out) {
    Map leads = { 0 }; // LocId -> 1
    uint8_t *chosen = base_alloc(piece->edges.count);
    for (uint32_t i = piece->edges.count; i-- > 0;) { // backwards: targets come first
        const Edge *e = &p->edges.at[piece->edges.at[i]];
        bool fails = e->cmd.kind == CMD_ERROR && applied_failed(p, piece->edges.at[i]) != UINT32_MAX;
        chosen[i] = fails || map_find(&leads, e->to);
        if (chosen[i])
            map_put(&leads, e->from, 1);
    }
    for (uint32_t i = 0; i < piece->edges.count; i++)
        if (chosen[i])
            vec_push(out, piece->edges.at[i]);
    free(chosen);
    map_free(&leads);
}

static bool mentions(Terms *t, Term formula, const VecTerm *inputs) {
    assert(formula.id);
    VecTerm vars = { 0 };
    bool found = false;
    term_vars(t, formula, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        for (uint32_t k = 0; k < inputs->count; k++)
            found |= term_same(vars.at[i], inputs->at[k]);
    vec_free(&vars);
    return found;
}

// True where the state does not lead to a checker's error.  An input on the way: nothing is known.
static Term invariant_of(const CutGraph *g, Blocks *blocks, const CutEdge *piece) {
    Terms *t = g->p->terms;
    VecU32 edges = { 0 };
    Term invariant = term_true(t);
    ways_to_checkers(g->p, piece, &edges);
    if (edges.count) {
        Block block;
        block_build(blocks, g->points.at[piece->from].loc, g->p->error, &edges, &block);
        if (!mentions(t, block.guard, &block.inputs))
            invariant = term_not(t, block.guard);
        block_free(&block);
    }
    vec_free(&edges);
    return invariant;
}

typedef struct Inducing {
    const Program *p;
    const AppliedContracts *contracts;
    Blocks *blocks;
    VEC(Invariant) invariants;
} Inducing;

static void add(Inducing *in, LocId loc, Term formula) {
    vec_push(&in->invariants, (Invariant){ loc, formula });
}

// What the checkers say at the points of the function.
static void add_points(Inducing *in, FuncId f) {
    const Program *p = in->p;
    CutGraph *g = cut_graph_new(p, f, &(CutOptions){ .also = block_is_unmodelled });
    for (uint32_t i = 0; i < g->points.count; i++) {
        const CutPoint *point = &g->points.at[i];
        Term formula = i == g->error ? term_false(p->terms) : term_true(p->terms);
        for (uint32_t k = 0; k < point->out.count; k++) {
            const CutEdge *piece = &g->edges.at[point->out.at[k]];
            if (piece->to == g->error)
                formula = term_and(p->terms, formula, invariant_of(g, in->blocks, piece));
        }
        if (point->loc != p->error && i != g->entry && (i != g->exit || f == p->entry))
            add(in, point->loc, formula);
    }
    cut_graph_free(g);
}

static void add_function(Inducing *in, FuncId f) {
    const Function *func = &in->p->funcs.at[f];
    Term requires_ = term_true(in->p->terms), ensures = requires_;
    for (uint32_t i = 0; i < in->contracts->count; i++)
        if (in->contracts->at[i].func == f) {
            requires_ = term_and(in->p->terms, requires_, in->contracts->at[i].requires_);
            ensures = term_and(in->p->terms, ensures, in->contracts->at[i].ensures);
        }
    add(in, func->entry, requires_);
    add(in, func->exit, ensures);
    add_points(in, f);
}

ProofCheck witness_induct(const Program *p, const AppliedContracts *contracts, const ProofOptions *options) {
    assert(p->entry && p->funcs.at[p->entry].defined);
    Inducing in = { .p = p, .contracts = contracts, .blocks = blocks_new(p) };
    CallGraph calls = call_graph_new(p);
    add_points(&in, p->entry); // its entry needs none
    for (uint32_t i = 0; i < calls.order.count && contracts->count; i++)
        if (calls.order.at[i] != p->entry && calls.sites[calls.order.at[i]])
            add_function(&in, calls.order.at[i]);
    ProofCheck check = check_invariants(p, in.invariants.count, in.invariants.at, options);
    call_graph_free(&calls);
    vec_free(&in.invariants);
    blocks_free(in.blocks);
    return check;
}

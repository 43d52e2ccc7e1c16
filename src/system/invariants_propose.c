// invariants_propose.c - inequalities that might hold: bounds and orders of variables and of sums that a loop keeps
#include "system/invariants_inside.h"

enum {
    MOST_CANDIDATES = 160, // at one point
    MOST_CONSTANTS = 16,   // that a variable is compared with
};

typedef struct Compared { // what a variable is compared with, or given
    VecTerm constants;
    VecU32 slots; // the other variables
    bool as_signed, as_unsigned;
} Compared;

static void add_constant(Finder *f, Compared *c, Term constant) {
    for (uint32_t i = 0; i < c->constants.count; i++)
        if (term_same(c->constants.at[i], constant))
            return;
    if (c->constants.count < MOST_CONSTANTS && term_op(f->t, constant) == OP_BV_CONST)
        vec_push(&c->constants, constant);
}

// The slot whose value the term is, but for something added; 'offset' is that, if it is constant.
static uint32_t slot_in(Finder *f, Term a, Term *offset) {
    uint32_t slot = map_find(&f->proc->slot_of, a.id);
    *offset = (Term){ 0 };
    slot = slot ? slot : map_find(&f->given, a.id);
    if (slot || term_op(f->t, a) != OP_BV_ADD || term_arity(f->t, a) != 2)
        return slot;
    for (uint32_t i = 0; i < 2 && !slot; i++) {
        slot = map_find(&f->proc->slot_of, term_arg(f->t, a, i).id);
        *offset = term_arg(f->t, a, 1 - i);
    }
    return term_op(f->t, *offset) == OP_BV_CONST ? slot : 0;
}

static void learn_comparison(Finder *f, Compared *all, Term x, Term y, Op op) {
    Term offset;
    uint32_t slot = slot_in(f, x, &offset);
    if (!slot)
        return;
    Compared *c = &all[slot - 1];
    c->as_unsigned |= op == OP_BV_ULT || op == OP_BV_ULE;
    c->as_signed |= op == OP_BV_SLT || op == OP_BV_SLE;
    uint32_t other = map_find(&f->proc->slot_of, y.id);
    if (other && !offset.id)
        vec_push(&c->slots, other - 1);
    if (term_op(f->t, y) != OP_BV_CONST)
        return;
    uint32_t width = sort_width(f->t, term_sort(f->t, y));
    if (offset.id)
        y = term_bv_sub(f->t, y, offset);
    add_constant(f, c, y);
    add_constant(f, c, term_2(f->t, OP_BV_ADD, y, term_bv(f->t, 1, width)));
    add_constant(f, c, term_2(f->t, OP_BV_ADD, y, term_bv(f->t, UINT64_MAX, width)));
}

static void learn_formula(Finder *f, Compared *all, Term formula) {
    VecTerm todo = { 0 };
    Map seen = { 0 };
    vec_push(&todo, formula);
    while (todo.count) {
        Term a = vec_pop(&todo);
        Op op = term_op(f->t, a);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        bool compares = op == OP_EQ || op == OP_BV_SLT || op == OP_BV_SLE || op == OP_BV_ULT || op == OP_BV_ULE;
        for (uint32_t i = 0; i < term_arity(f->t, a); i++) {
            vec_push(&todo, term_arg(f->t, a, i));
            if (compares)
                learn_comparison(f, all, term_arg(f->t, a, i), term_arg(f->t, a, 1 - i), op);
        }
    }
    map_free(&seen);
    vec_free(&todo);
}

// The constants that a value may be.
static void learn_value(Finder *f, Compared *c, Term value) {
    VecTerm todo = { 0 };
    vec_push(&todo, value);
    for (uint32_t n = 0; todo.count && n < 100; n++) {
        Term a = vec_pop(&todo);
        add_constant(f, c, a);
        if (term_op(f->t, a) != OP_ITE)
            continue;
        vec_push(&todo, term_arg(f->t, a, 1));
        vec_push(&todo, term_arg(f->t, a, 2));
    }
    vec_free(&todo);
}

static void learn(Finder *f, Compared *all) {
    Procedure *proc = f->proc;
    learn_formula(f, all, proc->initial);
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        const Block *b = &proc->block[i];
        if (!b->guard.id)
            continue;
        map_free(&f->given);
        for (uint32_t k = 0; k < b->changes.count; k++) {
            uint32_t slot = procedure_slot(proc, block_changed(proc->blocks, b, k));
            if (slot && !term_is_const(f->t, b->changes.at[k].value))
                map_put(&f->given, b->changes.at[k].value.id, slot);
        }
        learn_formula(f, all, b->guard);
        for (uint32_t k = 0; k < b->changes.count; k++) {
            learn_formula(f, all, b->changes.at[k].value);
            uint32_t slot = procedure_slot(proc, block_changed(proc->blocks, b, k));
            if (slot)
                learn_value(f, &all[slot - 1], b->changes.at[k].value);
        }
    }
}

static void add_candidate(Finder *f, VecTerm *out, Op op, Term x, Term y) {
    Term a = term_2(f->t, op, x, y);
    if (out->count < MOST_CANDIDATES && term_op(f->t, a) != OP_TRUE && term_op(f->t, a) != OP_FALSE)
        vec_push(out, a);
}

static void bound(Finder *f, const Compared *c, Term x, VecTerm *out) {
    for (uint32_t i = 0; i < c->constants.count; i++) {
        if (c->as_signed || !c->as_unsigned) {
            add_candidate(f, out, OP_BV_SLE, c->constants.at[i], x);
            add_candidate(f, out, OP_BV_SLE, x, c->constants.at[i]);
        }
        if (c->as_unsigned) {
            add_candidate(f, out, OP_BV_ULE, c->constants.at[i], x);
            add_candidate(f, out, OP_BV_ULE, x, c->constants.at[i]);
        }
    }
}

// A sum against variables and what its own are compared with.
static void propose_sum(Finder *f, const Compared *all, uint32_t point, Term sum, VecTerm *out) {
    Procedure *proc = f->proc;
    Compared c = { 0 };
    VecTerm vars = { 0 };
    term_vars(f->t, sum, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        const Compared *one = &all[map_find(&proc->slot_of, vars.at[i].id) - 1];
        c.as_signed |= one->as_signed;
        c.as_unsigned |= one->as_unsigned;
        for (uint32_t k = 0; k < one->constants.count; k++)
            add_constant(f, &c, one->constants.at[k]);
    }
    bound(f, &c, sum, out);
    for (uint32_t s = 0; s < proc->state.count; s++)
        if (finder_matters(f, point, s) && term_sort(f->t, proc->state.at[s]).id == term_sort(f->t, sum).id) {
            Op op = c.as_unsigned && !c.as_signed ? OP_BV_ULE : OP_BV_SLE;
            add_candidate(f, out, op, sum, proc->state.at[s]);
            add_candidate(f, out, op, proc->state.at[s], sum);
        }
    vec_free(&vars);
    vec_free(&c.constants);
}

static void propose_sums(Finder *f, const Compared *all, uint32_t point, VecTerm *out) {
    VecTerm sums = { 0 };
    for (uint32_t width = 32; width <= 64; width += 32)
        if (finder_has_counter(f, width))
            finder_sums(f, point, width, &sums);
    for (uint32_t i = 0; i < sums.count; i++)
        propose_sum(f, all, point, sums.at[i], out);
    vec_free(&sums);
}

static bool is_call(const Procedure *proc, uint32_t point) {
    const VecU32 *out = &proc->graph->points.at[point].out;
    return out->count && proc->call[out->at[0]];
}

// Where a call is, what was tested before it is all that is known of its arguments: for f(i + 1) that i < n, not i <=
// n.
static void propose_strict(Finder *f, const Compared *all, uint32_t point, VecTerm *out) {
    for (uint32_t s = 0; s < f->proc->state.count && is_call(f->proc, point); s++)
        for (uint32_t i = 0; i < all[s].slots.count; i++) {
            uint32_t r = all[s].slots.at[i];
            Term x = f->proc->state.at[s], y = f->proc->state.at[r];
            if (!finder_matters(f, point, s) || !finder_matters(f, point, r))
                continue;
            add_candidate(f, out, all[s].as_signed ? OP_BV_SLT : OP_BV_ULT, x, y);
            add_candidate(f, out, all[s].as_signed ? OP_BV_SLT : OP_BV_ULT, y, x);
        }
}

// At a point: bounds of each variable, then the order of pairs one of which counts.
static void propose(Finder *f, const Compared *all, uint32_t point, VecTerm *out) {
    Procedure *proc = f->proc;
    uint32_t n = proc->state.count;
    for (uint32_t s = 0; s < n; s++)
        if (finder_matters(f, point, s))
            bound(f, &all[s], proc->state.at[s], out);
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t r = 0; r < n; r++) {
            Term x = proc->state.at[s], y = proc->state.at[r];
            Sort sort = term_sort(f->t, x);
            if (s == r || !(finder_counts(f, s) || finder_counts(f, r)) || !finder_matters(f, point, s) ||
                !finder_matters(f, point, r) || sort_kind(f->t, sort) != SORT_BV || sort.id != term_sort(f->t, y).id)
                continue;
            if (all[s].as_signed || all[r].as_signed)
                add_candidate(f, out, OP_BV_SLE, x, y);
            if (all[s].as_unsigned || all[r].as_unsigned)
                add_candidate(f, out, OP_BV_ULE, x, y);
        }
    propose_strict(f, all, point, out);
    propose_sums(f, all, point, out);
}

static Candidates propose_at_points(Finder *f, const Compared *all) {
    const CutGraph *graph = f->proc->graph;
    Candidates candidates = base_alloc((graph->points.count + 1) * sizeof *candidates);
    for (uint32_t p = 0; p < graph->points.count; p++) {
        if (!f->proc->bad[p] && !f->settled[f->at])
            propose(f, all, p, &candidates[p]);
        finder_look_at_out(f, p);
    }
    return candidates;
}

static void share(Finder *f, Compared *from, Compared *to) {
    to->as_signed |= from->as_signed;
    to->as_unsigned |= from->as_unsigned;
    for (uint32_t i = 0; i < from->constants.count; i++)
        add_constant(f, to, from->constants.at[i]);
}

// What an argument is compared with, the parameter may be, and the other way round; likewise results.
static void share_at_call(Finder *f, uint32_t cut, Compared **all) {
    const Procedure *callee = system_callee(f->system, f->proc->call[cut]);
    const CallTerms *terms = &f->proc->call_terms[cut];
    uint32_t k = finder_number(f, callee);
    for (uint32_t s = 0; s < callee->state.count; s++) {
        uint32_t given = map_find(&f->proc->slot_of, terms->enter[s].id);
        uint32_t x = map_find(&f->system->origin, terms->leave[s].id), got = x ? map_find(&f->proc->slot_of, x) : 0;
        uint32_t slot = given ? given : got;
        if (!slot)
            continue;
        share(f, &all[f->at][slot - 1], &all[k][s]);
        share(f, &all[k][s], &all[f->at][slot - 1]);
    }
}

void finder_propose(Finder *f, Candidates candidates[]) {
    Compared **all = base_alloc(f->n * sizeof *all);
    for (uint32_t k = 0; k < f->n; k++) {
        finder_turn_to(f, k);
        all[k] = base_alloc((f->proc->state.count + 1) * sizeof *all[k]);
        learn(f, all[k]);
    }
    for (uint32_t k = 0; k < f->n && finder_follows_calls(f); k++) {
        finder_turn_to(f, k);
        for (uint32_t i = 0; i < f->proc->graph->edges.count; i++)
            if (f->proc->call[i])
                share_at_call(f, i, all);
    }
    for (uint32_t k = 0; k < f->n; k++) {
        finder_turn_to(f, k);
        candidates[k] = propose_at_points(f, all[k]);
    }
    for (uint32_t k = 0; k < f->n; k++) {
        for (uint32_t s = 0; s < f->system->procs.at[k].state.count; s++)
            vec_free(&all[k][s].constants), vec_free(&all[k][s].slots);
        free(all[k]);
    }
    free(all);
}

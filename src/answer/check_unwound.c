#include "answer/check_unwound.h"
#include "base/limits.h"
#include "logic/smt.h"
#include "program/block.h"

typedef struct Front { // the states at a point, in a round
    Term reach;        // is a run there?  No term: there is none
    Term *value;       // by slot
} Front;

typedef struct Unwinder {
    const Program *p;
    Terms *t;
    CutGraph *graph;
    Blocks *blocks;
    Block *piece;    // by cut edge
    bool *bad;       // by point: the error, and what is not modelled
    bool *never;     // by cut edge: no state at all lets a run go along
    bool *leads;     // by point: to a bad one
    VecTerm state;   // what pieces change and tests depend on; places in it are slots
    Map slot_of;     // term -> 1 + slot
    Smt *smt;        // knows the definitions of all rounds
    uint32_t copies; // made so far
    UnwoundCheck *out;
} Unwinder;

// ---- what matters ----
static Term changed(const Unwinder *u, const BlockChange *c) {
    return c->var ? var_term(u->p, c->var) : block_region(u->blocks, c->region);
}

static bool note_variables(Unwinder *u, Term a, Map *matters) {
    VecTerm vars = { 0 };
    bool more = false;
    term_vars(u->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        more |= !map_find(matters, vars.at[i].id);
        map_put(matters, vars.at[i].id, 1);
    }
    vec_free(&vars);
    return more;
}

static void add_slot(Unwinder *u, Term x, const Map *matters) {
    if (!map_find(matters, x.id) || map_find(&u->slot_of, x.id))
        return;
    vec_push(&u->state, x);
    map_put(&u->slot_of, x.id, u->state.count);
}

// Everything that guards depend on, through the values that pieces give.
static void find_state(Unwinder *u) {
    Map matters = { 0 };
    uint32_t n = u->graph->edges.count;
    for (uint32_t i = 0; i < n; i++)
        if (u->piece[i].guard.id)
            note_variables(u, u->piece[i].guard, &matters);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < u->piece[i].changes.count; k++) {
                const BlockChange *c = &u->piece[i].changes.at[k];
                if (map_find(&matters, changed(u, c).id))
                    more |= note_variables(u, c->value, &matters);
            }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < u->piece[i].changes.count; k++)
            add_slot(u, changed(u, &u->piece[i].changes.at[k]), &matters);
        for (uint32_t k = 0; k < u->piece[i].forgotten.count; k++)
            add_slot(u, var_term(u->p, u->piece[i].forgotten.at[k]), &matters);
    }
    map_free(&matters);
}

// Steps to a bad point that are impossible whatever the state need not be looked at in each round.
static void find_what_leads(Unwinder *u) {
    for (uint32_t i = 0; i < u->graph->edges.count; i++)
        if (u->bad[u->graph->edges.at[i].to] && u->piece[i].guard.id)
            u->never[i] = smt_solve(u->smt, u->piece[i].guard) == SMT_UNSAT;
    for (uint32_t i = 0; i < u->graph->points.count; i++)
        u->leads[i] = u->bad[i];
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < u->graph->edges.count; i++) {
            const CutEdge *e = &u->graph->edges.at[i];
            bool leads = u->leads[e->to] && !u->never[i];
            more |= leads && !u->leads[e->from];
            u->leads[e->from] |= leads;
        }
    }
}

// ---- terms of a step ----
typedef struct Renaming {
    Unwinder *u;
    const Block *block;
    const Term *value; // by slot
    Map inputs;        // input of the piece -> its copy
} Renaming;

static Term copy_of(Unwinder *u, Sort sort) {
    char name[40];
    snprintf(name, sizeof name, "unwound!%u", ++u->copies);
    return term_var(u->t, name, sort);
}

static Term leaf(void *self, Term variable) {
    Renaming *r = self;
    uint32_t slot = map_find(&r->u->slot_of, variable.id), copy = map_find(&r->inputs, variable.id);
    return slot ? r->value[slot - 1] : copy ? (Term){ copy } : variable;
}

static void begin_step(Unwinder *u, Renaming *r, const Block *b, const Term *value) {
    *r = (Renaming){ .u = u, .block = b, .value = value };
    for (uint32_t i = 0; i < b->inputs.count; i++)
        map_put(&r->inputs, b->inputs.at[i].id, copy_of(u, term_sort(u->t, b->inputs.at[i])).id);
}

// A short name for what will be said often.
static Term named(Unwinder *u, Term a) {
    SortKind kind = sort_kind(u->t, term_sort(u->t, a));
    if (kind == SORT_ARRAY || term_is_const(u->t, a) || term_op(u->t, a) == OP_VAR)
        return a;
    Term name = copy_of(u, term_sort(u->t, a));
    smt_assert(u->smt, term_eq(u->t, name, a));
    return name;
}

static bool is_possible(Unwinder *u, Term reach) {
    if (term_op(u->t, reach) == OP_FALSE)
        return false;
    u->out->questions++;
    return smt_check_assuming(u->smt, 1, &reach) != SMT_UNSAT;
}

// ---- rounds ----
static void front_init(Unwinder *u, Front *f) {
    f->value = base_alloc((u->state.count + 1) * sizeof *f->value);
}

// Takes 'from' along a piece to 'to', where other states may be already.
static void meet(Unwinder *u, const Renaming *r, Term reach, Front *to) {
    Term *after = base_alloc((u->state.count + 1) * sizeof *after);
    Map cache = { 0 };
    memcpy(after, r->value, u->state.count * sizeof *after);
    for (uint32_t i = 0; i < r->block->changes.count; i++) {
        uint32_t slot = map_find(&u->slot_of, changed(u, &r->block->changes.at[i]).id);
        if (slot)
            after[slot - 1] = term_map(u->t, r->block->changes.at[i].value, leaf, (void *)r, &cache);
    }
    for (uint32_t i = 0; i < r->block->forgotten.count; i++) {
        Term x = var_term(u->p, r->block->forgotten.at[i]);
        uint32_t slot = map_find(&u->slot_of, x.id);
        if (slot)
            after[slot - 1] = copy_of(u, term_sort(u->t, x));
    }
    for (uint32_t s = 0; s < u->state.count; s++)
        to->value[s] = to->reach.id ? term_ite(u->t, reach, after[s], to->value[s]) : after[s];
    to->reach = to->reach.id ? term_or(u->t, to->reach, reach) : reach;
    map_free(&cache);
    free(after);
}

// False: a bad point may be reached.
static bool step(Unwinder *u, uint32_t cut, const Front *from, Front *next) {
    const CutEdge *e = &u->graph->edges.at[cut];
    if (!u->leads[e->to] || u->never[cut])
        return true;
    Renaming r;
    begin_step(u, &r, &u->piece[cut], from->value);
    Term guard = term_map(u->t, u->piece[cut].guard, leaf, &r, NULL);
    Term reach = named(u, term_and(u->t, from->reach, guard));
    bool good = true;
    if (u->bad[e->to])
        good = !is_possible(u, reach);
    else if (term_op(u->t, reach) != OP_FALSE)
        meet(u, &r, reach, &next[e->to]);
    if (!good)
        reason_set(&u->out->detail, "round %u: the error, or a command that is not modelled, cannot be excluded",
                   u->out->rounds);
    map_free(&r.inputs);
    return good;
}

// One round; what is left of the fronts that can be reached goes to 'now'.  False: it fails.
static bool go_on(Unwinder *u, Front *now, Front *next, bool *more) {
    uint32_t n = u->graph->points.count;
    bool good = true;
    *more = false;
    for (uint32_t i = 0; i < n && good; i++) {
        const VecU32 *out = &u->graph->points.at[i].out;
        for (uint32_t k = 0; now[i].reach.id && k < out->count && good; k++)
            good = step(u, out->at[k], &now[i], next);
    }
    for (uint32_t i = 0; i < n; i++) {
        Front swap = now[i];
        now[i] = next[i];
        next[i] = swap;
        next[i].reach = (Term){ 0 };
        if (!good || !now[i].reach.id)
            continue;
        now[i].reach = named(u, now[i].reach);
        for (uint32_t s = 0; s < u->state.count; s++)
            now[i].value[s] = named(u, now[i].value[s]);
        if (!is_possible(u, now[i].reach))
            now[i].reach = (Term){ 0 };
        *more |= now[i].reach.id != 0;
    }
    return good;
}

static void first_front(Unwinder *u, Front *f) {
    Block first = { 0 };
    for (uint32_t s = 0; s < u->state.count; s++)
        f->value[s] = u->state.at[s];
    block_initial(u->blocks, &first);
    f->reach = first.guard.id ? first.guard : term_true(u->t);
    for (uint32_t i = 0; i < first.changes.count; i++) {
        Term x = changed(u, &first.changes.at[i]);
        uint32_t slot = map_find(&u->slot_of, x.id);
        if (slot)
            f->value[slot - 1] = first.changes.at[i].value;
        else
            smt_assert(u->smt, term_eq(u->t, x, first.changes.at[i].value));
    }
    block_free(&first);
}

static void unwind(Unwinder *u, double end) {
    uint32_t n = u->graph->points.count;
    Front *now = base_alloc(n * sizeof *now), *next = base_alloc(n * sizeof *next);
    for (uint32_t i = 0; i < n; i++) {
        front_init(u, &now[i]);
        front_init(u, &next[i]);
    }
    first_front(u, &now[u->graph->entry]);
    bool more = u->leads[u->graph->entry], good = !u->bad[u->graph->entry];
    while (good && more && clock_wall() < end && !limits_hit()) {
        u->out->rounds++;
        good = go_on(u, now, next, &more);
    }
    u->out->stands = good && !more;
    if (!good && !u->out->rounds)
        reason_set(&u->out->detail, "the program starts with a command that is not modelled here");
    if (good && more)
        reason_set(&u->out->detail, "after %u rounds no time was left", u->out->rounds);
    for (uint32_t i = 0; i < n; i++) {
        free(now[i].value);
        free(next[i].value);
    }
    free(now);
    free(next);
}

UnwoundCheck check_unwound(const Program *p, double seconds) {
    UnwoundCheck out = { 0 };
    Unwinder u = { .p = p, .t = p->terms, .out = &out };
    u.graph = cut_graph_new(p, p->entry, &(CutOptions){ .also = block_is_unmodelled });
    u.blocks = blocks_new(p);
    uint32_t points = u.graph->points.count, edges = u.graph->edges.count;
    u.piece = base_alloc((edges + 1) * sizeof *u.piece);
    u.bad = base_alloc(points);
    u.leads = base_alloc(points);
    u.never = base_alloc(edges + 1);
    for (uint32_t i = 0; i < points; i++)
        u.bad[i] = i == u.graph->error || block_is_unmodelled(NULL, p, u.graph->points.at[i].loc);
    for (uint32_t i = 0; i < edges; i++) {
        const CutEdge *e = &u.graph->edges.at[i];
        if (!u.bad[e->from])
            block_build(u.blocks, u.graph->points.at[e->from].loc, u.graph->points.at[e->to].loc, &e->edges,
                        &u.piece[i]);
    }
    u.smt = smt_new_for_bits(u.t, (SmtLimits){ .seconds = seconds });
    find_state(&u);
    find_what_leads(&u);
    unwind(&u, clock_wall() + seconds);
    smt_free(u.smt);
    for (uint32_t i = 0; i < edges; i++)
        block_free(&u.piece[i]);
    free(u.piece);
    free(u.bad);
    free(u.leads);
    free(u.never);
    vec_free(&u.state);
    map_free(&u.slot_of);
    blocks_free(u.blocks);
    cut_graph_free(u.graph);
    return out;
}

#include "answer/check/check_unwound.h"
#include "base/limits.h"
#include "logic/smt/smt.h"
#include "program/step/block.h"
#include "program/edit.h"
#include "program/run/interpret.h"
#include "program/pass/simplify.h"

enum {
    MOST_EDGES = 20000, // added by unfolding calls
    ROOM = 1 << 16,     // bytes for an object whose size is not a constant
    MOST_UNNAMED = 60,  // nodes of a term that needs no name
    EASY_SECONDS = 2,   // of the solver, in all, for what is tried first
    GAP = 16,           // bytes between objects, and what they are aligned to
    MOST_SIZES = 64,    // objects among which the one whose size is asked for is looked for
};

static const char FAILED[] = "proof check failed", UNFINISHED[] = "proof check not finished";

typedef struct Front { // the states at a point, in a round
    Term reach;        // is a run there?  No term: there is none
    Term *value;       // by slot; NULL: none yet
} Front;

typedef struct Unwinder {
    const Program *p;
    Terms *t;
    CutGraph *graph;
    Blocks *blocks;
    Block *block;         // by cut edge
    bool *bad;            // by point: the error, and what is not modelled
    bool *never;          // by cut edge: infeasible from every state
    bool *leads;          // by point: to a bad point
    VecTerm state;        // what blocks change and tests depend on; an index into it is a slot
    Map slot_of;          // term -> 1 + slot
    Smt *smt;             // knows the definitions of all rounds
    Front *kept;          // by point: of an earlier round, to detect that no new states arrive
    Map possible;         // conditions that were possible when last asked
    VecTerm definitions;  // of the names
    VecTerm doubts;       // conditions under which a run is at a bad point; all must be unsatisfiable
    uint32_t next;        // round in which the solver is asked
    VecU32 calls;         // call edges that a run may reach
    uint64_t place;       // the address of the next object
    VecTerm placed, size; // start and size of the objects that have an address
    UnwoundCheck *out;
} Unwinder;

static void reject(UnwoundCheck *out, const char *reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void reject(UnwoundCheck *out, const char *reason, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(out->detail.text, sizeof out->detail.text, format, list);
    va_end(list);
    reason_set(&out->reason, "%s", reason);
}

// ---- what matters ----
static Term changed(const Unwinder *u, const BlockChange *c) {
    assert(!c->result && "the entry function returns to nobody");
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

// Everything that guards depend on, through the values that blocks give; what has a known value at the start as well.
static void find_state(Unwinder *u) {
    assert(!u->state.count);
    Map matters = { 0 };
    Block first = { 0 };
    uint32_t n = u->graph->edges.count;
    for (uint32_t i = 0; i < n; i++)
        if (u->block[i].guard.id)
            note_variables(u, u->block[i].guard, &matters);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < u->block[i].changes.count; k++) {
                const BlockChange *c = &u->block[i].changes.at[k];
                if (map_find(&matters, changed(u, c).id))
                    more |= note_variables(u, c->value, &matters);
            }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < u->block[i].changes.count; k++)
            add_slot(u, changed(u, &u->block[i].changes.at[k]), &matters);
        for (uint32_t k = 0; k < u->block[i].forgotten.count; k++)
            add_slot(u, var_term(u->p, u->block[i].forgotten.at[k]), &matters);
    }
    block_initial(u->blocks, &first);
    for (uint32_t i = 0; i < first.changes.count; i++)
        add_slot(u, changed(u, &first.changes.at[i]), &matters);
    block_free(&first);
    map_free(&matters);
}

// The call of a function with a body at this point, or 0.
static EdgeId call_at(const Unwinder *u, uint32_t point) {
    EdgeId e = loc_only_out(u->p, u->graph->points.at[point].loc);
    const Cmd *cmd = &u->p->edges.at[e].cmd;
    return e && cmd->kind == CMD_CALL && cmd->callee && u->p->funcs.at[cmd->callee].defined ? e : 0;
}

// Counts the nodes of a term, as a tree, down from 'left'; 0: there are more.
static uint32_t count_down(const Terms *t, Term a, uint32_t left) {
    left -= left > 0;
    for (uint32_t i = 0; i < term_arity(t, a) && left; i++)
        left = count_down(t, term_arg(t, a, i), left);
    return left;
}

// Steps to a bad point that are impossible whatever the state, and are easily seen to be, need not be looked at in each
// round.
static void find_what_leads(Unwinder *u) {
    SmtLimits limits = smt_limits(u->smt);
    double end = smt_clock() + EASY_SECONDS;
    for (uint32_t i = 0; i < u->graph->edges.count && smt_clock() < end; i++) {
        uint32_t to = u->graph->edges.at[i].to;
        smt_set_limits(u->smt, (SmtLimits){ .seconds = end - smt_clock() });
        if (u->bad[to] && !call_at(u, to) && u->block[i].guard.id)
            u->never[i] = smt_solve(u->smt, u->block[i].guard) == SMT_UNSAT;
    }
    smt_set_limits(u->smt, limits);
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
    Map inputs;        // input of the block -> its copy
} Renaming;

static Term copy_of(Unwinder *u, Sort sort) {
    return term_fresh(u->t, "unwound", sort);
}

static Term leaf(void *self, Term variable) {
    Renaming *r = self;
    uint32_t slot = map_find(&r->u->slot_of, variable.id), copy = map_find(&r->inputs, variable.id);
    return slot ? r->value[slot - 1] : copy ? (Term){ copy } : variable;
}

static void begin_step(Unwinder *u, Renaming *r, const Block *b, const Term *value) {
    assert(b->guard.id && value && "no step leads on from a bad point");
    *r = (Renaming){ .u = u, .block = b, .value = value };
    for (uint32_t i = 0; i < b->inputs.count; i++)
        map_put(&r->inputs, b->inputs.at[i].id, copy_of(u, term_sort(u->t, b->inputs.at[i])).id);
}

// A short name for what is long and will be said often.  What is short is left as it is, so that
// the simplifications of terms see through it.
static Term named(Unwinder *u, Term a) {
    SortKind kind = sort_kind(u->t, term_sort(u->t, a));
    if (kind == SORT_ARRAY || count_down(u->t, a, MOST_UNNAMED))
        return a;
    Term name = copy_of(u, term_sort(u->t, a));
    vec_push(&u->definitions, term_eq(u->t, name, a));
    smt_assert(u->smt, u->definitions.at[u->definitions.count - 1]);
    return name;
}

// Yes where nothing was ruled out, so what was possible once is so for good.
static bool is_possible(Unwinder *u, Term reach) {
    assert(sort_kind(u->t, term_sort(u->t, reach)) == SORT_BOOL);
    if (term_op(u->t, reach) == OP_FALSE)
        return false;
    if (term_op(u->t, reach) == OP_TRUE || map_find(&u->possible, reach.id))
        return true;
    u->out->questions++;
    bool possible = smt_check_assuming(u->smt, 1, &reach) != SMT_UNSAT;
    if (possible)
        map_put(&u->possible, reach.id, 1);
    return possible;
}

// ---- objects ----
// A run takes a block at most once a round, so an ALLOC makes one object in it.  Where
// that lies is a matter of choice, as layout.h has it: apart from all others.
static bool find_place(Unwinder *u, uint64_t bytes, uint64_t *base) {
    assert(bytes && u->place % GAP == 0);
    uint64_t end = u->p->pointer_bits == 32 ? UINT32_MAX : UINT64_MAX >> 1;
    if (bytes > end - GAP || u->place > end - bytes - GAP)
        return false;
    *base = u->place;
    u->place += (bytes + 2 * GAP - 1) / GAP * GAP;
    return true;
}

// Bytes enough for an object of that size, where 'reach' holds; 0: it may be larger.
static uint64_t room_for(Unwinder *u, Term reach, Term now) {
    uint64_t low = 0, high = 0;
    if (term_op(u->t, now) == OP_BV_CONST) {
        term_bits(u->t, now, &low, &high);
        return high || !low ? 0 : low;
    }
    Term most = term_bv(u->t, ROOM, sort_width(u->t, term_sort(u->t, now)));
    Term larger = term_and(u->t, reach, term_not(u->t, term_2(u->t, OP_BV_ULE, now, most)));
    return is_possible(u, larger) ? 0 : ROOM;
}

// The object that the step makes gets a place, where there is room.
static bool place_object(Unwinder *u, Renaming *r, Term reach, const BlockStep *s) {
    assert(s->size.id && s->value.id && u->placed.count == u->size.count);
    Term size = term_map(u->t, s->size, leaf, r, NULL);
    uint64_t base = 0, room = room_for(u, reach, size);
    if (!room || !find_place(u, room, &base))
        return false;
    Term place = term_bv(u->t, base, u->p->pointer_bits);
    map_put(&r->inputs, s->value.id, place.id);
    vec_push(&u->placed, place);
    vec_push(&u->size, size);
    return true;
}

// The size that the step asks for is that of the object at its address.
static bool tell_size(Unwinder *u, Renaming *r, const BlockStep *s) {
    assert(s->object.id && map_find(&r->inputs, s->value.id));
    Term address = term_map(u->t, s->object, leaf, r, NULL), size = { map_find(&r->inputs, s->value.id) };
    uint32_t width = sort_width(u->t, term_sort(u->t, size));
    for (uint32_t i = 0; i < u->placed.count && u->placed.count <= MOST_SIZES; i++)
        if (sort_width(u->t, term_sort(u->t, u->size.at[i])) == width)
            size = term_ite(u->t, term_eq(u->t, address, u->placed.at[i]), u->size.at[i], size);
    map_put(&r->inputs, s->value.id, size.id);
    return true;
}

// What is known of the objects that the block makes or asks for; true: there is something.
static bool place_objects(Unwinder *u, Renaming *r, Term reach) {
    bool some = false;
    for (uint32_t i = 0; i < r->block->steps.count; i++) {
        const BlockStep *s = &r->block->steps.at[i];
        if (!s->value.id || !map_find(&r->inputs, s->value.id))
            continue;
        if (s->size.id)
            some |= place_object(u, r, reach, s);
        else if (s->object.id)
            some |= tell_size(u, r, s);
    }
    return some;
}

// ---- rounds ----
// Takes 'from' along a block to 'to', where other states may be already.
static void meet(Unwinder *u, const Renaming *r, Term reach, Front *to) {
    assert(reach.id && r->value);
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
    if (!to->value)
        to->value = base_alloc((u->state.count + 1) * sizeof *to->value);
    for (uint32_t s = 0; s < u->state.count; s++)
        to->value[s] = to->reach.id ? term_ite(u->t, reach, after[s], to->value[s]) : after[s];
    to->reach = to->reach.id ? term_or(u->t, to->reach, reach) : reach;
    map_free(&cache);
    free(after);
}

// A run may get to a call: there is more to unfold.
static void add_call(Unwinder *u, EdgeId call) {
    assert(call);
    for (uint32_t i = 0; i < u->calls.count; i++)
        if (u->calls.at[i] == call)
            return;
    vec_push(&u->calls, call);
}

// With the definitions in one formula, which the solver may simplify; or else with what it has learned from the
// questions before.
static SmtAnswer ask(Unwinder *u, Term a) {
    uint32_t n = u->definitions.count;
    SmtLimits limits = smt_limits(u->smt);
    vec_push(&u->definitions, a);
    Term all = term_and_n(u->t, n + 1, u->definitions.at);
    u->definitions.count = n;
    smt_set_limits(u->smt, (SmtLimits){ .seconds = limits.seconds / 2 });
    SmtAnswer answer = smt_solve(u->smt, all);
    smt_set_limits(u->smt, limits);
    return answer != SMT_UNKNOWN ? answer : smt_check_assuming(u->smt, 1, &a);
}

// Is none of the doubts possible?
static bool settle(Unwinder *u) {
    Term any = named(u, term_or_n(u->t, u->doubts.count, u->doubts.at));
    u->doubts.count = 0;
    if (term_op(u->t, any) == OP_FALSE)
        return true;
    u->out->questions++;
    SmtAnswer result = ask(u, any);
    if (result != SMT_UNSAT)
        reject(u->out, result == SMT_SAT ? FAILED : UNFINISHED,
               "in %u rounds of the second unwinding the error, or a command that is not modelled, %s", u->out->rounds,
               result == SMT_SAT ? "is reached" : "cannot be excluded");
    return result == SMT_UNSAT;
}

static Term reach_along(Unwinder *u, Renaming *r, const Front *from) {
    return term_and(u->t, from->reach, term_map(u->t, r->block->guard, leaf, r, NULL));
}

static void step(Unwinder *u, uint32_t cut, const Front *from, Front *next) {
    assert(from->reach.id && from->value);
    const CutEdge *e = &u->graph->edges.at[cut];
    EdgeId call = call_at(u, e->to);
    if (!u->leads[e->to] || u->never[cut])
        return;
    Renaming r;
    begin_step(u, &r, &u->block[cut], from->value);
    Term reach = reach_along(u, &r, from);
    if (term_op(u->t, reach) != OP_FALSE && place_objects(u, &r, reach))
        reach = reach_along(u, &r, from);
    reach = named(u, reach);
    if (!u->bad[e->to] && term_op(u->t, reach) != OP_FALSE)
        meet(u, &r, reach, &next[e->to]);
    else if (u->bad[e->to] && !call)
        vec_push(&u->doubts, reach);
    else if (u->bad[e->to] && is_possible(u, reach))
        add_call(u, call);
    map_free(&r.inputs);
}

// Whenever a run is here now, it was here in the round that was kept, with the same values: then
// what can come has been looked at.
static bool was_here(Unwinder *u, const Front *now, const Front *before) {
    assert(now->reach.id && now->value);
    if (!before->reach.id)
        return false;
    Term same = before->reach;
    for (uint32_t s = 0; s < u->state.count; s++) {
        Term a = now->value[s], b = before->value[s];
        bool array = sort_kind(u->t, term_sort(u->t, a)) == SORT_ARRAY;
        if (term_same(a, b))
            continue;
        if (array || (term_is_const(u->t, a) && term_is_const(u->t, b)))
            return false;
        same = term_and(u->t, same, term_eq(u->t, a, b));
    }
    return !is_possible(u, named(u, term_and(u->t, now->reach, term_not(u->t, same))));
}

// Keeps what is here now after 1, 2, 4, 8 ... rounds: so any repetition is met, however long.
static void keep(Unwinder *u, const Front *now) {
    if (u->out->rounds & (u->out->rounds - 1))
        return;
    for (uint32_t i = 0; i < u->graph->points.count; i++) {
        Front *k = &u->kept[i];
        k->reach = now[i].reach;
        if (!k->reach.id)
            continue;
        if (!k->value)
            k->value = base_alloc((u->state.count + 1) * sizeof *k->value);
        memcpy(k->value, now[i].value, u->state.count * sizeof *k->value);
    }
}

// One round; what is left of the fronts that can be reached goes to 'now'.  The solver is asked in the first rounds,
// and then whenever there are half as many more.  False: it fails.
static bool go_on(Unwinder *u, Front *now, Front *next, bool *more) {
    uint32_t n = u->graph->points.count;
    bool ask = u->out->rounds >= u->next;
    *more = false;
    for (uint32_t i = 0; i < n; i++) {
        const VecU32 *out = &u->graph->points.at[i].out;
        for (uint32_t k = 0; now[i].reach.id && k < out->count; k++)
            step(u, out->at[k], &now[i], next);
    }
    if (ask)
        u->next = u->out->rounds + 1 + u->out->rounds / 2;
    bool good = !ask || settle(u);
    assert(!ask || !u->doubts.count);
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
        if (ask && (!is_possible(u, now[i].reach) || was_here(u, &now[i], &u->kept[i])))
            now[i].reach = (Term){ 0 };
        *more |= now[i].reach.id != 0;
    }
    keep(u, now);
    return good;
}

static void first_front(Unwinder *u, Front *f) {
    Block first = { 0 };
    f->value = base_alloc((u->state.count + 1) * sizeof *f->value);
    for (uint32_t s = 0; s < u->state.count; s++)
        f->value[s] = u->state.at[s];
    block_initial(u->blocks, &first);
    f->reach = first.guard.id ? first.guard : term_true(u->t);
    for (uint32_t i = 0; i < first.changes.count; i++) {
        uint32_t slot = map_find(&u->slot_of, changed(u, &first.changes.at[i]).id);
        if (slot)
            f->value[slot - 1] = first.changes.at[i].value;
    }
    block_free(&first);
}

static Front *fronts_new(const Unwinder *u) {
    return base_alloc(u->graph->points.count * sizeof(Front));
}

static void fronts_free(const Unwinder *u, Front *f) {
    for (uint32_t i = 0; i < u->graph->points.count; i++)
        free(f[i].value);
    free(f);
}

static void unwind(Unwinder *u, double end) {
    Front *now = fronts_new(u), *next = fronts_new(u);
    u->kept = fronts_new(u);
    uint32_t entry = u->graph->entry;
    first_front(u, &now[entry]);
    bool more = u->leads[entry], good = !u->bad[entry] || call_at(u, entry);
    if (u->bad[entry] && good)
        add_call(u, call_at(u, entry));
    while (good && more && !u->calls.count && clock_cpu() < end && !limits_hit()) {
        u->out->rounds++;
        good = go_on(u, now, next, &more);
    }
    if (good && !more && !u->calls.count)
        good = settle(u);
    u->out->stands = good && !more && !u->calls.count;
    assert(!u->out->stands || !u->doubts.count);
    if (!good && !u->out->rounds)
        reject(u->out, FAILED, "the program starts with a command that is not modelled");
    if (good && more && !u->calls.count)
        reject(u->out, UNFINISHED, "after %u rounds of the second unwinding no time was left", u->out->rounds);
    fronts_free(u, now);
    fronts_free(u, next);
    fronts_free(u, u->kept);
}

// ---- the program ----
typedef struct Unfolding {
    Program *p;
    VecU32 calls; // that a run may get to: to be unfolded
    VecU32 ends;  // locations where copies of functions start and return to
    Map is_end;   // the same
} Unfolding;

// Pieces end where functions start and return, or they would be as long as the nesting is deep.
static bool ends_block(void *unfolding, const Program *p, LocId loc) {
    const Unfolding *f = unfolding;
    return block_is_unmodelled(NULL, p, loc) || map_find(&f->is_end, loc);
}

static void unwinder_open(Unwinder *u, Unfolding *f, double seconds, UnwoundCheck *out) {
    assert(f->p->entry && f->p->borrows && "calls are unfolded in a copy");
    const Program *p = f->p;
    *u = (Unwinder){ .p = p, .t = p->terms, .out = out };
    u->graph = cut_graph_new(p, p->entry, &(CutOptions){ .also = ends_block, .context = f });
    u->blocks = blocks_new(p);
    u->place = (layout_end(blocks_layout(u->blocks)) + 2 * GAP) / GAP * GAP;
    uint32_t points = u->graph->points.count, edges = u->graph->edges.count;
    u->block = base_alloc((edges + 1) * sizeof *u->block);
    u->bad = base_alloc(points);
    u->leads = base_alloc(points);
    u->never = base_alloc(edges + 1);
    for (uint32_t i = 0; i < points; i++)
        u->bad[i] = i == u->graph->error || block_is_unmodelled(NULL, p, u->graph->points.at[i].loc);
    for (uint32_t i = 0; i < edges; i++) {
        const CutEdge *e = &u->graph->edges.at[i];
        if (!u->bad[e->from])
            block_build(u->blocks, u->graph->points.at[e->from].loc, u->graph->points.at[e->to].loc, &e->edges,
                        &u->block[i]);
    }
    u->smt = smt_new_for_bits(u->t, (SmtLimits){ .seconds = seconds });
    find_state(u);
    find_what_leads(u);
}

static void unwinder_close(Unwinder *u) {
    smt_free(u->smt);
    for (uint32_t i = 0; i < u->graph->edges.count; i++)
        block_free(&u->block[i]);
    free(u->block);
    free(u->bad);
    free(u->leads);
    free(u->never);
    vec_free(&u->state);
    map_free(&u->slot_of);
    map_free(&u->possible);
    vec_free(&u->definitions);
    vec_free(&u->doubts);
    vec_free(&u->placed);
    vec_free(&u->size);
    blocks_free(u->blocks);
    cut_graph_free(u->graph);
}

// Unwinds once, with the calls unfolded so far; finds those that are left.
static void unwind_unfolded(Unfolding *f, double end, UnwoundCheck *out) {
    Unwinder u;
    out->rounds = 0;
    unwinder_open(&u, f, end - clock_cpu(), out);
    unwind(&u, end);
    f->calls = u.calls;
    unwinder_close(&u);
}

// Do the functions called call others more than once?  Then most calls in their copies are never reached.
static bool calls_branch(const Unfolding *f) {
    uint32_t most = 0;
    uint32_t *calls = base_alloc(f->p->funcs.count * sizeof *calls);
    for (EdgeId e = 1; e < f->p->edges.count; e++)
        if (f->p->edges.at[e].from && f->p->edges.at[e].cmd.kind == CMD_CALL)
            calls[f->p->locs.at[f->p->edges.at[e].from].func]++;
    for (uint32_t i = 0; i < f->calls.count; i++) {
        uint32_t n = calls[f->p->edges.at[f->calls.at[i]].cmd.callee];
        most = n > most ? n : most;
    }
    free(calls);
    return most > 1;
}

// Where calls do not branch, as many edges are added as there are: recursion may be deep.
static void unfold(Unfolding *f) {
    assert(f->calls.count);
    uint32_t known = f->ends.count;
    simplify_unfold(f->p, &f->calls, (calls_branch(f) ? 1 : 2) * f->p->edges.count, &f->ends);
    for (uint32_t i = known; i < f->ends.count; i++)
        map_put(&f->is_end, f->ends.at[i], 1);
    vec_free(&f->calls);
}

// ---- programs with one run ----
// The value that a variable has at the start is known?  (Of external ones it is not.)  The run tells whether it reads
// those of objects made once.
static bool starts_alike(const Program *p) {
    Layout *layout = layout_new(p);
    bool alike = true;
    for (VarId v = 1; v < p->vars.count && alike; v++)
        alike = p->vars.at[v].kind != VAR_GLOBAL || p->objects.at[p->vars.at[v].object].made ||
                layout_first_value(layout, v).id;
    layout_free(layout);
    return alike;
}

static bool no_value(void *context, EdgeId load, uint32_t occurrence, Value *value) {
    (void)context, (void)load, (void)occurrence, (void)value;
    return false;
}

// An input ends the run, and a byte that is read and was never written is found in its trace; so a run that comes to
// its end without is the only one.
static bool ends_alone(const Program *p, double seconds, UnwoundCheck *out) {
    enum { LONGEST_PATH = 1 << 22, STEPS_A_SECOND = 10000000, MOST_SECONDS = 100 };
    RunOptions options = run_options();
    RunResult run;
    if (program_has_threads(p) || (p->stacks_joined && p->lives_matter) || !starts_alike(p))
        return false;
    options.then = SOURCE_NONE;
    options.check_choices = true; // else an edge might be taken for the only one
    options.max_steps = STEPS_A_SECOND * (uint64_t)(seconds < MOST_SECONDS ? seconds : MOST_SECONDS);
    options.max_path = LONGEST_PATH;
    options.unwritten = no_value;
    interpret(p, &options, &run);
    assert(run.end != RUN_GOING);
    run_forget_unread(p, &run);
    bool orderly = run.end == RUN_RETURNED || run.end == RUN_EXITED || run.end == RUN_ABORTED || run.end == RUN_BLOCKED;
    bool alone = orderly && !run.trace.inputs.count && !run.trace.memory.count && !run.trace.schedule.count;
    if (alone)
        out->steps = run.steps ? run.steps : 1;
    run_result_free(&run);
    return alone;
}

UnwoundCheck check_unwound(const Program *p, double seconds) {
    UnwoundCheck out = { 0 };
    if (ends_alone(p, seconds, &out)) {
        out.stands = true;
        return out;
    }
    if (program_may_deadlock(p)) {
        reason_set(&out.reason, "deadlock");
        reason_set(&out.detail, "who waits for whom is seen in the product of all threads only");
        return out;
    }
    double end = clock_cpu() + seconds;
    Unfolding f = { .p = program_copy(p) };
    unwind_unfolded(&f, end, &out);
    while (f.calls.count && !*out.detail.text) {
        if (clock_cpu() < end && !limits_hit() && f.p->edges.count < p->edges.count + MOST_EDGES) {
            unfold(&f);
            unwind_unfolded(&f, end, &out);
        } else {
            reject(&out, UNFINISHED, "calls are nested too deeply to be unfolded for the second unwinding");
        }
    }
    vec_free(&f.calls);
    vec_free(&f.ends);
    map_free(&f.is_end);
    program_free(f.p);
    assert(out.stands == !*out.reason.text);
    return out;
}

// path.c - paths over the blocks and calls of procedures
#include "system/path.h"

typedef struct Renaming {
    Procedure *proc;
    const Term *now;
    uint32_t number;   // of the step; what is no state is an input of it
    const Term *after; // at a call: by slot, the copies after it; else NULL
} Renaming;

static Term copy_of(Procedure *proc, Term a, uint32_t number) {
    char prefix[16];
    snprintf(prefix, sizeof prefix, "@%u", number);
    return system_copy(proc->system, prefix, a);
}

static Term rename_leaf(void *self, Term variable) {
    Renaming *r = self;
    uint32_t slot = procedure_slot(r->proc, variable);
    return slot ? r->now[slot - 1] : copy_of(r->proc, variable, r->number);
}

static Term state_leaf(void *self, Term variable) {
    Renaming *r = self;
    uint32_t slot = procedure_slot(r->proc, variable);
    return slot ? r->now[slot - 1] : variable;
}

static Place place_new(const Procedure *proc, const Place *before, uint32_t number) {
    Place at = { .now = arena_array(proc->system->arena, Term, proc->state.count + 1), .number = number };
    at.step = at.loose = term_true(proc->t);
    if (before)
        memcpy(at.now, before->now, proc->state.count * sizeof *at.now);
    return at;
}

Place place_first(Procedure *proc) {
    Place at = place_new(proc, NULL, 0);
    at.step = at.loose = proc->initial;
    for (uint32_t i = 0; i < proc->state.count; i++)
        at.now[i] = procedure_here(proc, proc->graph->entry, proc->state.at[i]);
    return at;
}

// ---- blocks ----
Place place_next(Procedure *proc, const Place *before, uint32_t cut, uint32_t number) {
    assert(cut < proc->graph->edges.count && before->now);
    const Block *b = &proc->block[cut];
    assert(b->guard.id);
    const bool *live = procedure_live(proc, proc->graph->edges.at[cut].to);
    Place at = place_new(proc, before, number);
    Renaming r = { proc, before->now, number, NULL };
    Map cache = { 0 };
    VecTerm step = { 0 }, loose = { 0 };
    vec_push(&step, term_map(proc->t, b->guard, rename_leaf, &r, &cache));
    vec_push(&loose, step.at[0]);
    for (uint32_t i = 0; i < b->changes.count; i++) {
        Term x = block_changed(proc->blocks, b, i);
        uint32_t slot = procedure_slot(proc, x);
        if (!slot || !live[slot - 1])
            continue;
        at.now[slot - 1] = copy_of(proc, x, number);
        Term value = term_map(proc->t, b->changes.at[i].value, rename_leaf, &r, &cache);
        vec_push(&step, term_eq(proc->t, at.now[slot - 1], value));
        if (!proc->counts[slot - 1])
            vec_push(&loose, vec_last(&step));
    }
    for (uint32_t i = 0; i < b->forgotten.count; i++) {
        Term x = var_term(proc->p, b->forgotten.at[i]);
        if (procedure_slot(proc, x))
            at.now[procedure_slot(proc, x) - 1] = copy_of(proc, x, number);
    }
    at.step = term_and_n(proc->t, step.count, step.at);
    at.loose = term_and_n(proc->t, loose.count, loose.at);
    vec_free(&step);
    vec_free(&loose);
    map_free(&cache);
    return at;
}

static bool agree(uint32_t n, const Place from[], uint32_t slot) {
    for (uint32_t i = 1; i < n; i++)
        if (!term_same(from[i].now[slot], from[0].now[slot]))
            return false;
    return true;
}

// What does not matter at the point may have any value there.
Place place_join(Procedure *proc, uint32_t point, uint32_t n, const Place from[], uint32_t number, Term same[]) {
    assert(n > 0);
    Place at = place_new(proc, NULL, number);
    const bool *live = procedure_live(proc, point);
    for (uint32_t i = 0; i < n; i++)
        same[i] = term_true(proc->t);
    for (uint32_t s = 0; s < proc->state.count; s++) {
        at.now[s] = agree(n, from, s) ? from[0].now[s] : copy_of(proc, proc->state.at[s], number);
        for (uint32_t i = 0; i < n && live[s]; i++)
            same[i] = term_and(proc->t, same[i], term_eq(proc->t, at.now[s], from[i].now[s]));
    }
    return at;
}

// ---- calls ----
// Gives a slot the value: as its copy, if it is one of the slot's variable; else a new copy equals it.
static void give(Procedure *proc, Place *at, uint32_t slot, Term value) {
    Term x = proc->state.at[slot];
    if (term_op(proc->t, value) == OP_VAR && term_same(procedure_origin(proc, value), x)) {
        at->now[slot] = value;
        return;
    }
    at->now[slot] = copy_of(proc, x, at->number);
    at->step = at->loose = term_and(proc->t, at->step, term_eq(proc->t, at->now[slot], value));
}

// The callee's own variables have any value; what is not read in it has no need of one.
Place place_enter(Procedure *proc, const Place *before, uint32_t cut, uint32_t number) {
    assert(proc->call[cut]);
    Procedure *callee = system_callee(proc->system, proc->call[cut]);
    uint32_t entry = callee->graph->entry;
    const bool *live = procedure_live(callee, entry);
    Place at = place_new(callee, NULL, number);
    for (uint32_t s = 0; s < callee->state.count; s++) {
        Term value = proc->call_terms[cut].enter[s];
        bool any = !live[s] || (term_op(proc->t, value) == OP_VAR && !procedure_slot(proc, value));
        if (any)
            at.now[s] = copy_of(callee, callee->state.at[s], number);
        else
            give(callee, &at, s, place_inner(proc, before, number, value));
    }
    for (uint32_t s = 0; s < callee->state.count; s++) { // entry!x is x
        Term x = callee->state.at[s], now = procedure_here(callee, entry, x);
        if (!term_same(now, x) && live[procedure_slot(callee, now) - 1])
            at.now[s] = at.now[procedure_slot(callee, now) - 1];
    }
    return at;
}

// What the call may change: any value for now.
static Place after_call(Procedure *proc, const Place *before, uint32_t cut, uint32_t number) {
    Place at = place_new(proc, before, number);
    for (uint32_t s = 0; s < proc->state.count; s++)
        if (!term_same(proc->call_terms[cut].after[s], proc->state.at[s]))
            at.now[s] = copy_of(proc, proc->state.at[s], number);
    return at;
}

Place place_leave(Procedure *proc, const Place *before, const Place *inner, uint32_t cut, uint32_t number) {
    assert(proc->call[cut]);
    const Procedure *callee = system_callee(proc->system, proc->call[cut]);
    assert(callee->graph->exit != WTO_NONE);
    const bool *live = procedure_live(callee, callee->graph->exit);
    Place at = after_call(proc, before, cut, number);
    for (uint32_t s = 0; s < callee->state.count; s++) {
        uint32_t x = map_find(&proc->system->origin, proc->call_terms[cut].leave[s].id); // of after!x: x
        uint32_t slot = live[s] && x ? procedure_slot(proc, (Term){ x }) : 0;
        if (slot && !term_same(proc->call_terms[cut].after[slot - 1], (Term){ x }))
            give(proc, &at, slot - 1, inner->now[s]);
    }
    return at;
}

static Term call_leaf(void *self, Term variable) {
    Renaming *r = self;
    uint32_t slot = procedure_slot(r->proc, variable);
    uint32_t x = slot ? 0 : map_find(&r->proc->system->origin, variable.id);
    uint32_t changed = x ? procedure_slot(r->proc, (Term){ x }) : 0;
    if (changed)
        return r->after[changed - 1];
    return slot ? r->now[slot - 1] : copy_of(r->proc, variable, r->number);
}

Place place_call(Procedure *proc, const Place *before, uint32_t cut, Term summary, uint32_t number) {
    assert(proc->call[cut] && summary.id);
    Place at = after_call(proc, before, cut, number);
    Renaming r = { proc, before->now, number, at.now };
    Term over = calls_rename(proc->system->calls, proc->call[cut], CALL_LEAVE, summary);
    at.step = at.loose = term_map(proc->t, over, call_leaf, &r, NULL);
    return at;
}

// ---- formulas ----
void place_copies(const Procedure *proc, const Place *at, uint32_t point, VecTerm *out) {
    const bool *live = procedure_live(proc, point);
    for (uint32_t s = 0; s < proc->state.count; s++)
        if (live[s])
            vec_push(out, at->now[s]);
}

Term place_formula(Procedure *proc, const Place *at, Term formula) {
    return term_map(proc->t, formula, state_leaf, &(Renaming){ .proc = proc, .now = at->now }, NULL);
}

Term place_inner(Procedure *proc, const Place *before, uint32_t number, Term a) {
    return term_map(proc->t, a, rename_leaf, &(Renaming){ proc, before->now, number, NULL }, NULL);
}

// ---- paths as a whole ----
void path_places(Procedure *first, uint32_t n, const PathStep steps[], VecPlace *out) {
    VecU32 calls = { 0 }; // places at calls that the path is inside of
    out->count = 0;
    vec_push(out, place_first(first));
    for (uint32_t i = 0; i < n; i++) {
        const PathStep *step = &steps[i];
        Place next, before = out->at[i];
        switch (step->kind) {
        case STEP_BLOCK:
            next = place_next(step->proc, &before, step->cut, i + 1);
            break;
        case STEP_ENTER:
            vec_push(&calls, i);
            next = place_enter(step->proc, &before, step->cut, i + 1);
            break;
        case STEP_LEAVE:
            assert(calls.count);
            next = place_leave(step->proc, &out->at[vec_pop(&calls)], &before, step->cut, i + 1);
            break;
        }
        vec_push(out, next);
    }
    vec_free(&calls);
}

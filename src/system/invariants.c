// invariants.c - equations by hulls of states, inequalities by elimination
#include "system/invariants_inside.h"

enum {
    MOST_SIZE = 20000, // of all blocks together, in terms
    CHEAP_SIZE = 1500, // up to it they take about a second
};

static uint64_t size_of(const Procedure *proc) {
    uint64_t size = 0;
    for (uint32_t i = 0; i < proc->graph->edges.count; i++)
        if (proc->block[i].guard.id)
            size += term_size(proc->t, proc->block[i].guard);
    return size;
}

bool invariants_are_expensive(const Procedure *proc) {
    return size_of(proc) > CHEAP_SIZE;
}

// Without counters there is nothing that paths could not find out.
static bool some_count(Finder *f) {
    bool some = false;
    for (uint32_t k = 0; k < f->n; k++) {
        finder_turn_to(f, k);
        for (uint32_t s = 0; s < f->proc->state.count && !some; s++)
            some = finder_counts(f, s);
    }
    return some;
}

static void finder_open(Finder *f, System *system, uint32_t n, VecTerm out[]) {
    *f = (Finder){ .system = system, .n = n, .t = system->t, .known = out };
    f->first_of = base_alloc((n + 1) * sizeof *f->first_of);
    f->settled = base_alloc(n);
    for (uint32_t k = 0; k < n; k++) {
        const CutGraph *graph = system->procs.at[k].graph;
        f->first_of[k + 1] = f->first_of[k] + graph->edges.count;
        f->settled[k] = out[k].count > 0;
        assert(!out[k].count || out[k].count == graph->points.count);
        for (uint32_t p = out[k].count; p < graph->points.count; p++)
            vec_push(&out[k], term_true(f->t));
    }
    f->smt = smt_new(f->t, (SmtLimits){ .resources = RESOURCES });
    f->waits = base_alloc(2 * (size_t)f->first_of[n] + 1);
}

static InvariantStats find(System *system, uint32_t n, bool only_equations, VecTerm out[]) {
    InvariantStats stats = { 0 };
    Finder f;
    double start = clock_wall();
    uint64_t size = 0;
    finder_open(&f, system, n, out);
    for (uint32_t k = 0; k < n; k++)
        size += size_of(&system->procs.at[k]);
    if (size <= MOST_SIZE) {
        stats.equations = finder_equations(&f);
        if (!only_equations && some_count(&f))
            stats.inequalities = finder_inequalities(&f);
        if (stats.inequalities && finder_follows_calls(&f)) // what a function is given may make its result linear
            stats.equations += finder_equations(&f);
    }
    for (uint32_t k = 0; k < n; k++) {
        const Procedure *proc = &system->procs.at[k];
        Term *first = &out[k].at[proc->graph->entry];
        *first = procedure_formula_here(proc, proc->graph->entry, *first);
    }
    stats.questions = f.questions;
    stats.seconds = clock_wall() - start;
    smt_free(f.smt);
    vec_free(&f.todo);
    map_free(&f.given);
    free(f.waits);
    free(f.first_of);
    free(f.settled);
    return stats;
}

InvariantStats invariants_find(Procedure *proc, bool only_equations, VecTerm *out) {
    assert(proc == system_entry(proc->system));
    return find(proc->system, 1, only_equations, out);
}

InvariantStats invariants_find_all(System *system, bool only_equations, VecTerm out[]) {
    assert(system->calls);
    return find(system, system->procs.count, only_equations, out);
}

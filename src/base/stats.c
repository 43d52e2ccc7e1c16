// stats.c - tables of numbers in shared memory
#include "base/stats.h"
#include <string.h>
#include <sys/mman.h>

typedef struct Span {
    double seconds; // of the times that are over
    double began;   // when the present one began
    uint32_t open;  // how often it was begun and not yet ended
} Span;

typedef struct StatsTables {
    bool known[STAT_COUNT];
    double value[STAT_COUNT];
    Span span[PHASE_COUNT];
    Phase now;
} StatsTables;

static StatsTables own;            // where nobody supervises
static StatsTables *tables = &own; // or what is shared

static const StatInfo infos[] = {
#define STAT_INFO(name, group, text) { #name, group, text },
    STATS(STAT_INFO)
#undef STAT_INFO
};

static const PhaseInfo phases[] = {
#define PHASE_INFO(name, depth, text) { #name, text, depth },
    PHASES(PHASE_INFO)
#undef PHASE_INFO
};

StatInfo stat_info(Stat stat) {
    assert(stat < STAT_COUNT);
    return infos[stat];
}

PhaseInfo phase_info(Phase phase) {
    assert(phase < PHASE_COUNT);
    return phases[phase];
}

StatsTables *stats_new(void) {
    void *shared = mmap(NULL, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return shared == MAP_FAILED ? NULL : shared;
}

void stats_free(StatsTables *t) {
    if (t)
        munmap(t, sizeof *t);
}

void stats_share(void) {
    StatsTables *shared = tables == &own ? stats_new() : NULL;
    if (shared) // else the numbers stay with the worker: a loss, but none of the answer
        tables = shared;
    memset(tables, 0, sizeof *tables);
}

void stats_work_on(StatsTables *t) {
    if (!t)
        return;
    assert(t != tables);
    *t = *tables;
    for (Phase i = 0; i < PHASE_COUNT; i++)
        t->span[i].open = 0;
    tables = t;
}

void stats_take(const StatsTables *t) {
    if (t)
        *tables = *t;
}

Phase stats_phase(const StatsTables *t) {
    return t ? t->now : PHASE_engine;
}

void stat_set(Stat stat, double value) {
    assert(stat < STAT_COUNT && value - value == 0);
    tables->value[stat] = value;
    tables->known[stat] = true;
}

void stat_add(Stat stat, double more) {
    stat_set(stat, tables->value[stat] + more);
}

bool stat_get(Stat stat, double *value) {
    assert(stat < STAT_COUNT && value);
    *value = tables->value[stat];
    return tables->known[stat];
}

void phase_begin(Phase phase) {
    assert(phase < PHASE_COUNT);
    Span *s = &tables->span[phase];
    if (s->open++ == 0)
        s->began = clock_wall();
    if (!phases[phase].depth)
        tables->now = phase;
}

void phase_end(Phase phase) {
    assert(phase < PHASE_COUNT);
    Span *s = &tables->span[phase];
    assert(s->open > 0);
    if (--s->open == 0)
        s->seconds += clock_wall() - s->began;
}

// The time of an engine that refines is either refinement or the search for paths to refine,
// but for what it does before.
static double reachability(void) {
    double refinement = phase_seconds(PHASE_refinement);
    double rest = phase_seconds(PHASE_engine) - refinement - phase_seconds(PHASE_facts);
    return refinement > 0 && rest > 0 ? rest : 0;
}

double phase_seconds(Phase phase) {
    const Span *s = &tables->span[phase];
    if (phase == PHASE_reachability)
        return reachability();
    return s->seconds + (s->open ? clock_wall() - s->began : 0);
}

Phase phase_now(void) {
    return tables->now;
}

void stats_stop(void) {
    for (Phase i = 0; i < PHASE_COUNT; i++)
        if (tables->span[i].open) {
            tables->span[i].open = 1;
            phase_end(i);
        }
}

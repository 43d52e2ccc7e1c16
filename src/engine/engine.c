// engine.c - the table of engines, and which programs they handle
#include "engine/engine.h"
#include "program/edit.h"
#include <string.h>

#define ENGINE_ADDRESS(id) &engine_##id,
const Engine *const engines[] = { ENGINES(ENGINE_ADDRESS) NULL };
#undef ENGINE_ADDRESS

const Engine *engine_find(const char *name) {
    assert(name);
    for (uint32_t i = 0; engines[i]; i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    return NULL;
}

// ---- features ----
static bool has_floats(const Program *p) {
    for (VarId v = 1; v < p->vars.count; v++)
        if (sort_kind(p->terms, p->vars.at[v].sort) == SORT_FLOAT)
            return true;
    return false;
}

static bool has_calls(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && p->edges.at[e].cmd.kind == CMD_CALL)
            return true;
    return false;
}

unsigned program_features(const Program *p) {
    ProgramStats s = program_stats(p);
    return (s.loops_heads ? FEATURE_LOOPS : 0u) | (has_calls(p) ? FEATURE_CALLS : 0u) |
           (program_has_threads(p) ? FEATURE_THREADS : 0u) | (has_floats(p) ? FEATURE_FLOATS : 0u) |
           (s.regions ? FEATURE_MEMORY : 0u);
}

Feature engine_lacks(const Engine *engine, unsigned features) {
    assert(!(features & ~(unsigned)FEATURES_ALL));
    unsigned missing = features & ~engine->handles;
    return missing & (0u - missing); // the lowest of them
}

bool engine_unwind(const Task *task, uint32_t depth, double seconds, Claim *claim) {
    assert(depth && claim->kind == CLAIM_NOTHING);
    Options options = *task->options;
    options.bound = depth;
    Claim found;
    claim_init(&found);
    engine_run(&engine_bmc, &(Task){ task->program, &options, NULL, seconds }, &found);
    bool decided = found.kind != CLAIM_NOTHING;
    found.settings = claim->settings; // those of the engine that asked
    if (decided) {
        claim_free(claim);
        *claim = found;
    } else {
        claim_free(&found);
    }
    return decided;
}

void engine_run(const Engine *engine, const Task *task, Claim *claim) {
    assert(engine->run && task->program && task->options && claim->kind == CLAIM_NOTHING);
    if (program_has_threads(task->program) && !(engine->handles & FEATURE_THREADS)) {
        reason_set(&claim->reason, "threads");
        reason_set(&claim->detail, "%s does not support threads", engine->name);
        return;
    }
    if (program_may_deadlock(task->program) && engine != &engine_runs) {
        reason_set(&claim->reason, "deadlock");
        reason_set(&claim->detail, "%s looks for deadlocks in the product of all threads only", engine->name);
        return;
    }
    engine->run(engine->config, task, claim);
    assert(claim->kind != CLAIM_NOTHING || *claim->reason.text);
}

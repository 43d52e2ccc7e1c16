// engine.c - the table of engines, and answers
#include "engine/engine.h"
#include <string.h>

#define ENGINE_ADDRESS(id, ...) &engine_##id,
const Engine *const engines[] = { &engine_portfolio,
                                  &engine_bmc,
                                  &engine_chc,
                                  &engine_impact,
                                  &engine_lazy,
                                  &engine_runs,
                                  UFO_SETTINGS(ENGINE_ADDRESS) NULL };
#undef ENGINE_ADDRESS

const Engine *engine_find(const char *name) {
    for (uint32_t i = 0; engines[i]; i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    return NULL;
}

void answer_init(Answer *answer) {
    *answer = (Answer){ 0 };
    trace_init(&answer->trace);
}

void answer_free(Answer *answer) {
    trace_free(&answer->trace);
    vec_free(&answer->hints);
    vec_free(&answer->path);
    vec_free(&answer->invariants);
    vec_free(&answer->followed);
}

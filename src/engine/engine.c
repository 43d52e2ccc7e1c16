// engine.c - the table of engines
#include "engine/engine.h"
#include <string.h>

#define ENGINE_ADDRESS(id, ...) &engine_##id,
const Engine *const engines[] = { &engine_portfolio, &engine_bmc,   &engine_chc,  &engine_impact,
                                  &engine_lazy,      &engine_match, &engine_runs, UFO_SETTINGS(ENGINE_ADDRESS) NULL };
#undef ENGINE_ADDRESS

const Engine *engine_find(const char *name) {
    for (uint32_t i = 0; engines[i]; i++)
        if (strcmp(engines[i]->name, name) == 0)
            return engines[i];
    return NULL;
}

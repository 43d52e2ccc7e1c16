#include "report/checks.h"
#include "answer/story/story_place.h"

// The texts are interned: equal ones have one address.
static uint64_t key_of(const Check *c) {
    struct {
        const char *what, *file, *function;
        uint64_t line, column;
    } key = { c->what, c->at.file, c->at.function, c->at.line, c->at.column };
    return hash_bytes(&key, sizeof key, 1);
}

Checks checks_of(const Program *p) {
    Checks checks = { 0 };
    StoryPlaces places = { 0 };
    Map known = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        if (!p->edges.at[e].from || p->edges.at[e].cmd.kind != CMD_ERROR)
            continue;
        story_places(p, e, 0, NULL, &places);
        assert(places.count);
        Check c = { goal_text(p, p->edges.at[e].cmd.goal), places.at[0] };
        if (!map_find(&known, key_of(&c)))
            vec_push(&checks, c);
        map_put(&known, key_of(&c), 1);
    }
    map_free(&known);
    vec_free(&places);
    return checks;
}

void checks_functions(const Checks *checks, uint32_t most, Text *out) {
    VEC(const char *) names = { 0 };
    assert(most > 0);
    for (uint32_t i = 0; i < checks->count; i++) {
        bool known = false;
        for (uint32_t k = 0; k < names.count && !known; k++)
            known = !strcmp(names.at[k], checks->at[i].at.function);
        if (!known)
            vec_push(&names, checks->at[i].at.function);
    }
    for (uint32_t i = 0; i < names.count && i < most; i++)
        text_add(out, "%s%s", i ? ", " : "", names.at[i]);
    if (names.count > most)
        text_add(out, " and %u more", names.count - most);
    vec_free(&names);
}

static bool accesses_memory(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        CmdKind kind = p->edges.at[e].cmd.kind;
        if (p->edges.at[e].from && (kind == CMD_LOAD || kind == CMD_STORE || kind == CMD_COPY || kind == CMD_SET))
            return true;
    }
    return false;
}

Assumptions assumptions_of(const Program *p) {
    Assumptions all = { 0 };
    for (uint32_t i = 1; i < p->assumptions.count; i++)
        vec_push(&all, program_text(p, p->assumptions.at[i]));
    if (accesses_memory(p))
        vec_push(&all, "a run ends where it accesses memory wrongly; whether one does is not looked for");
    return all;
}

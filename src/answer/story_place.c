// story_place.c - places of steps
#include "answer/story_place.h"
#include "frontend/library.h"

#define MODELS "src/frontend/libc/" // as the compiler was given them when Hone was built

static const char *function_name(const Program *p, FuncId f) {
    return f ? program_text(p, p->funcs.at[f].name) : "";
}

static StoryPlace place(const Program *p, FuncId f, SrcPos pos) {
    return (StoryPlace){ pos.file ? program_text(p, p->files.at[pos.file]) : NULL, pos.line, pos.column,
                         function_name(p, f) };
}

// Where edge e is: innermost first.
static void add_places(const Program *p, EdgeId id, StoryPlaces *places) {
    const Edge *e = &p->edges.at[id];
    const Loc *loc = &p->locs.at[e->from];
    SrcPos pos = e->pos;
    for (uint32_t i = loc->inlined; i; i = p->inlined.at[i].parent) {
        vec_push(places, place(p, p->inlined.at[i].callee, pos));
        pos = p->inlined.at[i].call;
    }
    vec_push(places, place(p, loc->func, pos));
}

bool story_is_model(const char *function, const char *file) {
    const char *model = library_file(function), *slash = strrchr(file, '/');
    return !strncmp(function, "__hone_", 7) || !strncmp(file, MODELS, strlen(MODELS)) ||
           (model && !strcmp(model, slash ? slash + 1 : file));
}

static bool is_model(const StoryPlace *at) {
    return story_is_model(at->function, at->file ? at->file : "?");
}

bool story_places(const Program *p, EdgeId e, uint32_t n_calls, const EdgeId calls[], StoryPlaces *places) {
    places->count = 0;
    add_places(p, e, places);
    for (uint32_t i = n_calls; i-- > 0;)
        add_places(p, calls[i], places);
    uint32_t first = 0;
    while (first + 1 < places->count && is_model(&places->at[first]))
        first++;
    places->count -= first;
    memmove(places->at, places->at + first, places->count * sizeof *places->at);
    return first > 0 || is_model(&places->at[0]);
}

bool story_in_model(const Program *p, EdgeId e) {
    StoryPlaces places = { 0 };
    add_places(p, e, &places);
    bool model = is_model(&places.at[0]);
    vec_free(&places);
    return model;
}

// story_place.c - places of steps
#include "answer/story/story_place.h"
#include "frontend/library.h"

#define OURS "__hone_"

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
        assert(p->inlined.at[i].parent < i && "a caller is older than its callee");
        vec_push(places, place(p, p->inlined.at[i].callee, pos));
        pos = p->inlined.at[i].call;
    }
    vec_push(places, place(p, loc->func, pos));
}

bool story_is_model(const char *function, const char *file) {
    const char *model = library_file(function), *slash = strrchr(file, '/');
    return !strncmp(function, OURS, sizeof OURS - 1) || file_is_model(file) ||
           (model && !strcmp(model, slash ? slash + 1 : file));
}

bool story_is_of_model(const Program *p, SrcPos pos) {
    return pos.file && file_is_model(program_text(p, p->files.at[pos.file]));
}

bool story_is_of_start(const Program *p, SrcPos pos) {
    return pos.file && !strcmp(program_text(p, p->files.at[pos.file]), LIBRARY_MODELS "start.c");
}

static bool is_model(const StoryPlace *at) {
    return story_is_model(at->function, at->file ? at->file : "?");
}

// Where the start of a program is for its user.
static StoryPlace place_of_main(const Program *p) {
    FuncId f = program_find_func(p, "main");
    return place(p, f ? f : p->entry, p->funcs.at[f ? f : p->entry].pos);
}

bool story_places(const Program *p, EdgeId e, uint32_t n_calls, const EdgeId calls[], StoryPlaces *places) {
    places->count = 0;
    add_places(p, e, places);
    for (uint32_t i = n_calls; i-- > 0;)
        add_places(p, calls[i], places);
    uint32_t first = 0, n = places->count;
    while (first < n && is_model(&places->at[first]))
        first++;
    while (n > first && is_model(&places->at[n - 1]))
        n--;
    places->count = n - first;
    memmove(places->at, places->at + first, places->count * sizeof *places->at);
    if (!places->count)
        vec_push(places, place_of_main(p));
    return first > 0;
}

const char *story_library_call(const Program *p, EdgeId e, uint32_t n_calls, const EdgeId calls[]) {
    StoryPlaces places = { 0 };
    uint32_t first = 0;
    add_places(p, e, &places);
    for (uint32_t i = n_calls; i-- > 0;)
        add_places(p, calls[i], &places);
    while (first < places.count && is_model(&places.at[first]))
        first++;
    const char *name = first > 0 && first < places.count ? places.at[first - 1].function : NULL;
    if (name && !strncmp(name, OURS, sizeof OURS - 1)) {
        const char *variant = name + sizeof OURS - 1; // of a model
        name = library_file(variant) ? variant : strncmp(variant, "printed_", 8) ? NULL : "output";
    }
    vec_free(&places);
    return name;
}

bool story_in_model(const Program *p, EdgeId e) {
    StoryPlaces places = { 0 };
    add_places(p, e, &places);
    bool model = is_model(&places.at[0]);
    assert(places.count && places.at[0].function);
    vec_free(&places);
    return model;
}

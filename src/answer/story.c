#include "answer/story.h"
#include "frontend/library.h"
#include <string.h>

enum { MOST_LINES = 30, LAST_LINES = 8, MOST_FRAMES = 12 };

// ---- places ----
typedef struct Place { // in a function of the source
    const char *function;
    SrcPos pos;
} Place;
typedef VEC(Place) Places;

static const char *function_name(const Program *p, FuncId f) {
    return f ? program_text(p, p->funcs.at[f].name) : "";
}

// Where edge e is: innermost first, through all copies of functions that were inlined.
static void add_places(const Program *p, EdgeId id, Places *places) {
    const Edge *e = &p->edges.at[id];
    const Loc *loc = &p->locs.at[e->from];
    SrcPos pos = e->pos;
    for (uint32_t i = loc->inlined; i; i = p->inlined.at[i].parent) {
        vec_push(places, (Place){ function_name(p, p->inlined.at[i].callee), pos });
        pos = p->inlined.at[i].call;
    }
    vec_push(places, (Place){ function_name(p, loc->func), pos });
}

static const char *file_text(const Program *p, SrcPos pos) {
    return pos.file ? program_text(p, p->files.at[pos.file]) : "?";
}

// Is it in a model of the library, which the user did not write?
static bool is_model(const Program *p, const Place *at) {
    const char *model = library_file(at->function), *file = file_text(p, at->pos), *slash = strrchr(file, '/');
    return !strncmp(at->function, "__hone_", 7) || (model && !strcmp(model, slash ? slash + 1 : file));
}

// All places from edge e outwards, with the calls that are open ('calls': their edges).
// Models are left out, unless there is nothing else; returns whether e is in one.
static bool find_places(const Program *p, EdgeId e, const VecU32 *calls, Places *places) {
    places->count = 0;
    add_places(p, e, places);
    for (uint32_t i = calls->count; i-- > 0;)
        add_places(p, calls->at[i], places);
    uint32_t first = 0;
    while (first + 1 < places->count && is_model(p, &places->at[first]))
        first++;
    places->count -= first;
    memmove(places->at, places->at + first, places->count * sizeof *places->at);
    return first > 0 || is_model(p, &places->at[0]);
}

static void follow_call(const Program *p, EdgeId e, VecU32 *calls) {
    CmdKind kind = p->edges.at[e].cmd.kind;
    if (kind == CMD_CALL)
        vec_push(calls, e);
    else if (kind == CMD_RETURN && calls->count)
        calls->count--;
}

// ---- values ----
static void add_float(const Program *p, const TraceInput *input, Text *out) {
    ValueType type = input->type;
    long double x =
        value_to_float(input->value, sort_float(p->terms, type.exponent, type.width - type.exponent), p->terms);
    text_add(out, "%.*Lg", type.width <= 32 ? 9 : type.width <= 64 ? 17 : 21, x);
}

static bool is_unsigned(const char *name) {
    static const char prefix[] = "__VERIFIER_nondet_";
    return !strncmp(name, prefix, sizeof prefix - 1) &&
           (name[sizeof prefix - 1] == 'u' || !strncmp(name + sizeof prefix - 1, "size", 4));
}

static void add_value(const Program *p, const TraceInput *input, const char *name, const Var *var, Text *out) {
    if (input->type.kind == SORT_FLOAT)
        add_float(p, input, out);
    else if (var && var->pointer)
        text_add(out, input->value.lo ? "0x%llx" : "null", (unsigned long long)input->value.lo);
    else if (is_unsigned(name) && input->type.width <= 64)
        text_add(out, "%llu", (unsigned long long)input->value.lo);
    else
        value_print(input->type, input->value, out);
}

// ---- lines ----
typedef struct Lines {
    Arena *arena;
    VEC(const char *) at;
    VEC(uint32_t) times; // how often in a row
} Lines;

static void add_line(Lines *lines, const char *line) {
    if (lines->at.count && !strcmp(vec_last(&lines->at), line)) {
        vec_last(&lines->times)++;
        return;
    }
    vec_push(&lines->at, arena_strdup(lines->arena, line));
    vec_push(&lines->times, 1);
}

static bool is_identifier(const char *text) {
    return *text && !strchr(text, ' ');
}

// "FILE:LINE: x = 5 (__VERIFIER_nondet_int)"
static void tell_input(const Program *p, const Trace *t, const TraceInput *input, const Var *var, SrcPos pos,
                       Lines *lines) {
    const char *name = name_text(t->names, input->name);
    const char *variable = var && var->c_name.id ? program_text(p, var->c_name) : NULL;
    bool called = is_identifier(name) && input->kind != INPUT_UNINIT && strcmp(name, "parameter") != 0;
    Text line = { 0 };
    if (pos.line)
        text_add(&line, "%s:%u: ", file_text(p, pos), pos.line);
    text_add(&line, "%s%s = ", variable ? variable : *name ? name : "an input", called && !variable ? "()" : "");
    add_value(p, input, name, var, &line);
    if (variable)
        text_add(&line, " (%s)", input->kind == INPUT_UNINIT ? "uninitialised" : name);
    add_line(lines, line.at);
    vec_free(&line);
}

static void tell_inputs(const Program *p, const RunResult *r, Lines *lines) {
    const Trace *t = &r->trace;
    VecU32 calls = { 0 };
    Places places = { 0 };
    uint32_t on_path = 0, next = 0;
    for (uint32_t i = 0; i < r->path.count; i++)
        on_path += p->edges.at[r->path.at[i]].cmd.kind == CMD_INPUT;
    bool whole = r->path.count == r->steps && on_path <= t->inputs.count;
    uint32_t before = whole ? t->inputs.count - on_path : t->inputs.count; // arguments of the entry function
    for (; next < before; next++)
        tell_input(p, t, &t->inputs.at[next], NULL, t->inputs.at[next].pos, lines);
    for (uint32_t i = 0; whole && i < r->path.count; i++) {
        EdgeId e = r->path.at[i];
        const Cmd *cmd = &p->edges.at[e].cmd;
        if (cmd->kind == CMD_INPUT) {
            bool model = find_places(p, e, &calls, &places);
            SrcPos pos = is_model(p, &places.at[0]) ? (SrcPos){ 0 } : places.at[0].pos;
            tell_input(p, t, &t->inputs.at[next++], model ? NULL : &p->vars.at[cmd->var], pos, lines);
        }
        follow_call(p, e, &calls);
    }
    vec_free(&calls);
    vec_free(&places);
}

static void print_lines(const Lines *lines, Text *out) {
    uint32_t n = lines->at.count;
    for (uint32_t i = 0; i < n; i++) {
        text_add(out, "%s", i ? "          " : "Inputs:   ");
        if (n > MOST_LINES && i == MOST_LINES - LAST_LINES) {
            text_add(out, "... (%u more)\n", n - MOST_LINES);
            i = n - LAST_LINES - 1;
            continue;
        }
        text_add(out, "%s", lines->at.at[i]);
        if (lines->times.at[i] > 1)
            text_add(out, " (%u times)", lines->times.at[i]);
        text_add(out, "\n");
    }
}

// The open calls at the end, from the error outwards.
static void tell_calls(const Program *p, const RunResult *r, Text *out) {
    VecU32 calls = { 0 };
    Places places = { 0 };
    if (r->path.count != r->steps || r->trace.schedule.count)
        return;
    for (uint32_t i = 0; i < r->path.count; i++)
        follow_call(p, r->path.at[i], &calls);
    find_places(p, r->edge, &calls, &places);
    for (uint32_t i = 1; i < places.count && i < MOST_FRAMES && !is_model(p, &places.at[i]); i++)
        text_add(out, "%s%s, called at %s:%u in %s\n", i > 1 ? "          " : "Calls:    ", places.at[i - 1].function,
                 file_text(p, places.at[i].pos), places.at[i].pos.line, places.at[i].function);
    vec_free(&calls);
    vec_free(&places);
}

const char *story_where(const Program *p, const RunResult *r, Arena *arena) {
    const char *what = *r->message.text ? r->message.text : "the error is reached";
    if (!r->pos.line)
        return what;
    return arena_printf(arena, "%s:%u:%u: %s", file_text(p, r->pos), r->pos.line, r->pos.column, what);
}

const char *story_trace(const Program *p, const RunResult *r, Arena *arena) {
    Lines lines = { .arena = arena };
    Text text = { 0 };
    tell_inputs(p, r, &lines);
    text_add(&text, "%s", lines.at.count ? "" : "Inputs:   none are needed\n");
    print_lines(&lines, &text);
    if (r->trace.memory.count)
        text_add(&text, "Memory:   %u byte%s read before being written\n", r->trace.memory.count,
                 r->trace.memory.count == 1 ? " is" : "s are");
    tell_calls(p, r, &text);
    const char *result = arena_strdup(arena, text.at);
    vec_free(&text);
    vec_free(&lines.at);
    vec_free(&lines.times);
    return result;
}

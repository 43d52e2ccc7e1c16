#include "answer/story/story.h"
#include "answer/run/stdin_text.h"
#include "answer/run/arguments.h"
#include "answer/story/story_place.h"
#include "answer/story/story_rule.h"
#include "answer/story/story_steps.h"
#include "answer/story/story_threads.h"
#include <ctype.h>

enum { MOST_CALLS = 200 };

const char *story_kind_text(StoryKind kind) {
    static const char *const texts[] = {
#define STORY_TEXT(name, text) [STORY_##name] = text,
        STORY_KINDS(STORY_TEXT)
#undef STORY_TEXT
    };
    assert((size_t)kind < COUNT(texts) && texts[kind]);
    return texts[kind];
}

const char *story_input_kind(InputKind kind) {
    static const char *const texts[] = { [INPUT_NONDET] = "nondet",
                                         [INPUT_UNINIT] = "uninitialised",
                                         [INPUT_EXTERNAL] = "external",
                                         [INPUT_LIBRARY] = "library",
                                         [INPUT_MEMORY] = "memory" };
    assert((size_t)kind < COUNT(texts) && texts[kind]);
    return texts[kind];
}

static void follow_call(const Program *p, EdgeId e, VecU32 *calls) {
    CmdKind kind = p->edges.at[e].cmd.kind;
    if (kind == CMD_CALL)
        vec_push(calls, e);
    else if (kind == CMD_RETURN && calls->count)
        calls->count--;
}

// Those that are open at the end.  False: they are not known.
static bool open_calls(const Program *p, const RunResult *r, VecU32 *calls) {
    bool whole = r->path.count == r->steps && !r->trace.schedule.count;
    for (uint32_t i = 0; whole && i < r->path.count; i++)
        follow_call(p, r->path.at[i], calls);
    return whole;
}

const char *story_library(const Program *p, const RunResult *r) {
    VecU32 calls = { 0 };
    (void)open_calls(p, r, &calls);
    const char *name = story_library_call(p, r->edge, calls.count, calls.at);
    vec_free(&calls);
    return name;
}

// ---- inputs ----
static void add_float(const Program *p, const TraceInput *input, Text *out) {
    ValueType type = input->type;
    long double x = value_to_float(input->value, value_sort(p->terms, type), p->terms);
    text_add(out, "%.*Lg", value_digits(x, type.width), x);
}

static bool is_unsigned(const char *name) {
    static const char prefix[] = "__VERIFIER_nondet_";
    return !strncmp(name, prefix, sizeof prefix - 1) &&
           (name[sizeof prefix - 1] == 'u' || !strncmp(name + sizeof prefix - 1, "size", 4));
}

static const char *value_text(const Program *p, const TraceInput *input, const char *name, const Var *var,
                              Arena *arena) {
    Text out = { 0 };
    if (input->type.kind == SORT_FLOAT)
        add_float(p, input, &out);
    else if (var && var->pointer && in_environment(input->value.lo, 1))
        text_add(&out, "environment+0x%llx", (unsigned long long)(input->value.lo - ENVIRONMENT_BASE));
    else if (var && var->pointer)
        text_add(&out, input->value.lo ? "0x%llx" : "null", (unsigned long long)input->value.lo);
    else if (is_unsigned(name) && input->type.width <= 64)
        text_add(&out, "%llu", (unsigned long long)input->value.lo);
    else
        value_print(input->type, input->value, &out);
    const char *text = arena_strdup(arena, out.at);
    vec_free(&out);
    return text;
}

static void add_input(const Program *p, const Trace *t, const TraceInput *input, const Var *var, StoryPlace at,
                      Arena *arena, Story *story) {
    const char *name = name_text(t->names, input->name);
    vec_push(&story->inputs, (StoryInput){ .at = at,
                                           .kind = input->kind,
                                           .name = arena_strdup(arena, name),
                                           .variable = var && var->c_name.id ? program_text(p, var->c_name) : NULL,
                                           .value = value_text(p, input, name, var, arena) });
}

// What is known of a text that main was given; its length alone where nobody looked at it.
static const char *argument_value(const Program *p, const Trace *t, uint32_t i, uint64_t length, Arena *arena) {
    enum { MOST_SHOWN = 60 };
    uint64_t seen = argument_read(p, t, i, length), shown = seen < MOST_SHOWN ? seen : MOST_SHOWN;
    if (!shown && length)
        return arena_printf(arena, "any text of %llu bytes", (unsigned long long)length);
    const unsigned char *bytes = (const unsigned char *)argument_text(p, t, i, length, shown, arena);
    bool ends = strlen((const char *)bytes) < shown || shown == length;
    Text out = { 0 };
    text_add(&out, "\"");
    for (uint64_t k = 0; bytes[k]; k++)
        if (bytes[k] == '"' || bytes[k] == '\\')
            text_add(&out, "\\%c", bytes[k]);
        else
            text_add(&out, isprint(bytes[k]) ? "%c" : "\\%03o", bytes[k]);
    text_add(&out, ends ? "\"" : "...\"");
    const char *text = arena_strdup(arena, out.at);
    vec_free(&out);
    return text;
}

static void add_argument(const Program *p, const Trace *t, uint32_t i, uint64_t length, StoryPlace at, Arena *arena,
                         Story *story) {
    vec_push(&story->inputs, (StoryInput){ .at = at,
                                           .kind = INPUT_LIBRARY,
                                           .name = "argument",
                                           .variable = arena_printf(arena, "argv[%u]", i),
                                           .value = argument_value(p, t, i, length, arena) });
}

static void tell_inputs(const Program *p, const RunResult *r, Arena *arena, Story *story) {
    const Trace *t = &r->trace;
    VecU32 calls = { 0 };
    StoryPlaces places = { 0 };
    uint32_t on_path = 0, next = 0, arguments = 0;
    for (uint32_t i = 0; i < r->path.count; i++)
        on_path += p->edges.at[r->path.at[i]].cmd.kind == CMD_INPUT;
    bool whole = r->path.count == r->steps && on_path <= t->inputs.count;
    uint32_t before = whole ? t->inputs.count - on_path : t->inputs.count; // arguments of the entry function
    for (; next < before; next++) {
        SrcPos pos = t->inputs.at[next].pos;
        StoryPlace at = { pos.line ? program_text(p, p->files.at[pos.file]) : NULL, pos.line, pos.column,
                          p->entry ? program_text(p, p->funcs.at[p->entry].name) : "" };
        add_input(p, t, &t->inputs.at[next], NULL, at, arena, story);
    }
    for (uint32_t i = 0; whole && i < r->path.count; i++) {
        EdgeId e = r->path.at[i];
        const Cmd *cmd = &p->edges.at[e].cmd;
        if (cmd->kind == CMD_INPUT) {
            bool model = story_places(p, e, calls.count, calls.at, &places);
            const TraceInput *input = &t->inputs.at[next++];
            if (argument_is(t, input, LENGTH_OF_ARGUMENT)) {
                if (arguments++ > 0) // the first is the program's own name
                    add_argument(p, t, arguments - 1, input->value.lo, places.at[0], arena, story);
            } else if (input->kind != INPUT_UNINIT || (!model && p->vars.at[cmd->var].c_name.id)) {
                // models do not read what they have not assigned; what has no name in C is told with the steps
                add_input(p, t, input, model ? NULL : &p->vars.at[cmd->var], places.at[0], arena, story);
            }
        }
        follow_call(p, e, &calls);
    }
    vec_free(&calls);
    vec_free(&places);
}

// A list of arguments does not have it.
static bool reads_own_name(const Program *p, const Trace *t) {
    return argument_read(p, t, 0, UINT64_MAX) > 0;
}

static void tell_trace(const Program *p, const RunResult *r, Arena *arena, Story *story) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return;
    Trace trace;
    trace_init(&trace);
    trace_copy(&trace, &r->trace);
    if (!reads_own_name(p, &trace))
        arguments_collect(p, &trace);
    trace.split = p->split;
    trace_write(&trace, out);
    trace_free(&trace);
    if (fclose(out) == 0)
        story->trace = arena_strndup(arena, text, length);
    free(text);
}

// ---- the end ----
static void tell_end(const Program *p, const RunResult *r, Arena *arena, Story *story) {
    VecU32 calls = { 0 };
    StoryPlaces places = { 0 };
    bool whole = open_calls(p, r, &calls);
    story->what = *r->message.text ? story_rule_text(p, r, arena) : "the error is reached";
    const char *library = story_library_call(p, r->edge, calls.count, calls.at);
    if (library)
        story->what = arena_printf(arena, "%s: %s", library, story->what);
    story_places(p, r->edge, calls.count, calls.at, &places);
    story->where = places.at[0];
    for (uint32_t i = 1; whole && i < places.count && i < MOST_CALLS; i++)
        vec_push(&story->calls, (StoryCall){ places.at[i - 1].function, places.at[i] });
    vec_free(&calls);
    vec_free(&places);
}

static void tell_standard_input(const Program *p, const RunResult *r, Arena *arena, Story *story) {
    enum { MOST_SHOWN = 400 };
    Text text = { 0 }, shown = { 0 };
    if (stdin_text(p, &r->trace, &text)) {
        argument_print((TraceText){ text.at, text.count < MOST_SHOWN ? text.count : MOST_SHOWN }, &shown);
        story->standard_input = arena_printf(arena, "%s%s", shown.at, text.count > MOST_SHOWN ? "..." : "");
    }
    vec_free(&text);
    vec_free(&shown);
}

void story_tell(const Program *p, const FrontendInput *in, const RunResult *r, Arena *arena, Story *story) {
    assert(argument_bytes(p, &r->trace) <= r->trace.memory.count);
    *story = (Story){ .memory_bytes = r->trace.memory.count - argument_bytes(p, &r->trace),
                      .environment = r->environment != 0 };
    tell_end(p, r, arena, story);
    tell_inputs(p, r, arena, story);
    tell_standard_input(p, r, arena, story);
    tell_trace(p, r, arena, story);
    story_steps(p, in, r, arena, story);
    story_threads(p, r, arena, story);
}

void story_tell_end(const Program *p, const RunResult *r, Arena *arena, Story *story) {
    assert(r->end != RUN_GOING && r->edge);
    *story = (Story){ 0 };
    tell_end(p, r, arena, story);
}

void story_free(Story *story) {
    vec_free(&story->steps);
    vec_free(&story->moves);
    vec_free(&story->inputs);
    vec_free(&story->calls);
}

#include "answer/run/arguments.h"
#include <string.h>

uint32_t argument_object(const Program *p, uint32_t i) {
    return object_number(p, p->objects.count - 1) + 2 + i;
}

bool argument_is(const Trace *t, const TraceInput *input, const char *what) {
    return input->kind == INPUT_LIBRARY && !strcmp(name_text(t->names, input->name), what);
}

char *argument_text(const Program *p, const Trace *t, uint32_t i, uint64_t length, uint64_t most, Arena *arena) {
    uint64_t n = length < most ? length : most;
    uint32_t object = argument_object(p, i);
    char *text = arena_alloc(arena, n + 1);
    for (uint64_t k = 0; k < n; k++) {
        uint8_t byte = 'a';
        trace_byte(t, object, (uint32_t)k, &byte);
        text[k] = (char)byte;
    }
    return text;
}

uint64_t argument_read(const Program *p, const Trace *t, uint32_t i, uint64_t length) {
    uint32_t object = argument_object(p, i);
    uint64_t end = 0;
    for (uint32_t k = 0; k < t->memory.count; k++)
        if (t->memory.at[k].object == object && t->memory.at[k].offset >= end)
            end = (uint64_t)t->memory.at[k].offset + 1;
    return end < length ? end : length;
}

uint32_t argument_bytes(const Program *p, const Trace *t) {
    uint32_t n = 0, given = 0, first = argument_object(p, 0);
    for (uint32_t i = 0; i < t->inputs.count; i++)
        n += argument_is(t, &t->inputs.at[i], LENGTH_OF_ARGUMENT);
    uint32_t *end = base_alloc((n + 1) * sizeof *end); // where the text ends
    for (uint32_t i = 0; i < n; i++)
        end[i] = UINT32_MAX;
    for (uint32_t k = 0; k < t->memory.count; k++) {
        TraceByte b = t->memory.at[k];
        if (b.object - first < n && !b.byte && b.offset < end[b.object - first])
            end[b.object - first] = b.offset;
    }
    for (uint32_t k = 0; k < t->memory.count; k++) {
        TraceByte b = t->memory.at[k];
        given += b.object > first && b.object - first < n && b.offset <= end[b.object - first];
    }
    free(end);
    return given;
}

// ---- as texts ----
enum { MOST_ARGUMENTS = 100, LONGEST_ARGUMENT = 1000 };
static const char own_name[] = "program";

static bool asks_for(const Program *p, const char *what) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (edge->from && edge->cmd.kind == CMD_INPUT && edge->cmd.input == INPUT_LIBRARY &&
            !strcmp(program_text(p, edge->cmd.text), what))
            return true;
    }
    return false;
}

bool takes_arguments(const Program *p, bool *texts) {
    *texts = asks_for(p, LENGTH_OF_ARGUMENT);
    return asks_for(p, NUMBER_OF_ARGUMENTS);
}

static void drop_texts(const Program *p, Trace *t, uint32_t objects) {
    uint32_t first = argument_object(p, 0), n = 0;
    VEC(TraceByte) kept = { 0 };
    for (uint32_t i = 0; i < t->memory.count; i++)
        if (t->memory.at[i].object < first || t->memory.at[i].object - first >= objects)
            vec_push(&kept, t->memory.at[i]);
    n = kept.count;
    trace_drop_memory(t);
    for (uint32_t i = 0; i < n; i++)
        trace_set_byte(t, kept.at[i].object, kept.at[i].offset, kept.at[i].byte);
    vec_free(&kept);
}

bool arguments_collect(const Program *p, Trace *t) {
    uint64_t number = UINT64_MAX, length[MOST_ARGUMENTS + 1];
    uint32_t lengths = 0;
    bool fit = !t->has_arguments;
    for (uint32_t i = 0; i < t->inputs.count; i++) {
        const TraceInput *input = &t->inputs.at[i];
        if (argument_is(t, input, NUMBER_OF_ARGUMENTS))
            number = input->value.lo;
        if (!argument_is(t, input, LENGTH_OF_ARGUMENT))
            continue;
        fit = fit && lengths <= MOST_ARGUMENTS && input->value.lo <= LONGEST_ARGUMENT;
        if (fit)
            length[lengths] = input->value.lo;
        lengths++;
    }
    if (!fit || number > MOST_ARGUMENTS)
        return false;
    Arena *arena = arena_new();
    for (uint32_t i = 1; i <= number; i++) {
        uint64_t n = i < lengths ? length[i] : 0;
        trace_add_argument(t, argument_text(p, t, i, n, n, arena), (uint32_t)n);
    }
    arena_free(arena);
    t->has_arguments = true;
    drop_texts(p, t, (uint32_t)number + 1);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->inputs.count; i++)
        if (!argument_is(t, &t->inputs.at[i], NUMBER_OF_ARGUMENTS) &&
            !argument_is(t, &t->inputs.at[i], LENGTH_OF_ARGUMENT))
            t->inputs.at[kept++] = t->inputs.at[i];
    t->inputs.count = kept;
    return true;
}

static void give_text(const Program *p, Trace *t, uint32_t i, TraceText text) {
    ValueType size = { SORT_BV, p->pointer_bits, 0 };
    trace_add_input(t, INPUT_LIBRARY, LENGTH_OF_ARGUMENT, (SrcPos){ 0 }, size, (Value){ text.n, 0 });
    for (uint32_t k = 0; k < text.n; k++)
        trace_set_byte(t, argument_object(p, i), k, (uint8_t)text.at[k]);
}

void arguments_give(const Program *p, Trace *t) {
    bool texts;
    if (!t->has_arguments || !takes_arguments(p, &texts))
        return;
    uint32_t n = t->inputs.count;
    ValueType number = { SORT_BV, 32, 0 };
    trace_add_input(t, INPUT_LIBRARY, NUMBER_OF_ARGUMENTS, (SrcPos){ 0 }, number, (Value){ t->arguments.count, 0 });
    if (texts)
        give_text(p, t, 0, (TraceText){ own_name, sizeof own_name - 1 });
    for (uint32_t i = 0; texts && i < t->arguments.count; i++)
        give_text(p, t, i + 1, t->arguments.at[i]);
    VEC(TraceInput) all = { 0 }; // those of the start come first
    for (uint32_t i = n; i < t->inputs.count; i++)
        vec_push(&all, t->inputs.at[i]);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&all, t->inputs.at[i]);
    memcpy(t->inputs.at, all.at, all.count * sizeof *all.at);
    vec_free(&all);
    t->arguments.count = 0;
    t->has_arguments = false;
}

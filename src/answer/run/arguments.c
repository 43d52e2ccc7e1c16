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

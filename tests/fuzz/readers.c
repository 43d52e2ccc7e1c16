// A fuzz target over everything Hone reads but C: property files, task definitions, compilation
// databases, inputs of 'hone run', rules in both languages, Boolean programs.  The first byte of the data says which.
// Built and run by tests/fuzz/readers.sh (libFuzzer).
#include "bp/bp.h"
#include "program/run/trace.h"
#include "spec/compdb.h"
#include "spec/property.h"
#include "spec/rule/rule.h"
#include "spec/taskdef.h"
#include <stdlib.h>

// What was emitted must be read back as the same.
static void fuzz_property(const char *text, Arena *arena) {
    Property property, again;
    Reason why;
    if (!property_parse("f.prp", text, arena, &property, &why) || property.kind == PROPERTY_COVERAGE)
        return;
    if (!property_parse("f.prp", property_lines(&property, arena), arena, &again, &why) || again.kind != property.kind)
        abort();
}

static void fuzz_task(const char *text, size_t length, Arena *arena) {
    TaskDef task;
    Reason why;
    taskdef_parse("f.yml", text, length, NULL, arena, &task, &why);
    vec_free(&task.files);
}

static void fuzz_database(const char *text, Arena *arena) {
    CompDb db;
    Reason why;
    compdb_parse("f.json", text, arena, &db, &why);
    for (uint32_t i = 0; i < db.files.count; i++)
        vec_free(&db.files.at[i].arguments);
    vec_free(&db.files);
}

static void fuzz_inputs(const char *text, size_t length) {
    Trace trace;
    Reason why;
    trace_init(&trace);
    if (trace_parse(&trace, text, length, "f.txt", &why))
        for (uint32_t i = 0; i < trace.inputs.count; i++) {
            Value value;
            trace_value(&trace.inputs.at[i], (ValueType){ SORT_BV, 32, 0 }, &value);
            trace_value(&trace.inputs.at[i], (ValueType){ SORT_FLOAT, 64, 11 }, &value);
        }
    trace_free(&trace);
}

static void fuzz_rule(const char *path, const char *text, Arena *arena) {
    Rule rule;
    Reason why;
    if (!rule_parse(path, text, 0, arena, &rule, &why))
        return;
    if (!rule.events.count)
        abort();
    for (uint32_t i = 0; i < rule.events.count; i++) // what an event may return is one of the rule's texts
        if (rule.events.at[i].first_abort + rule.events.at[i].n_aborts > rule.aborts.count || !rule.events.at[i].code)
            abort();
    rule_free(&rule);
}

// What was written must be read back as a program.
static void fuzz_boolean(const char *text) {
    BpProgram p, again;
    Text out = { 0 };
    Reason why;
    bp_init(&p);
    if (bp_parse("f.bp", text, &p, &why)) {
        bp_print(&p, &out);
        bp_init(&again);
        if (out.count < 1 << 20 && !bp_parse("f.bp", out.at, &again, &why) && !strstr(why.text, " too deep"))
            abort();
        bp_free(&again);
    }
    vec_free(&out);
    bp_free(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size)
        return 0;
    Arena *arena = arena_new();
    char *text = arena_strndup(arena, (const char *)data + 1, size - 1);
    switch (data[0] & 7) {
    case 0:
        fuzz_property(text, arena);
        break;
    case 1:
        fuzz_task(text, size - 1, arena);
        break;
    case 2:
        fuzz_database(text, arena);
        break;
    case 3:
        fuzz_inputs(text, size - 1);
        break;
    case 4:
        fuzz_rule("f.slic", text, arena);
        break;
    case 5:
        fuzz_rule("f.spc", text, arena);
        break;
    case 6:
        fuzz_boolean(text);
        break;
    }
    arena_free(arena);
    return 0;
}

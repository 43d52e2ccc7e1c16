#include "report/report_json.h"
#include "base/json_write.h"
#include "base/stats.h"
#include "base/version.h"
#include "report/advice.h"
#include <errno.h>

enum { MOST_INPUTS = 100000 };

static bool wanted;

void report_json_want(const char *file) {
    wanted = file && *file;
}

static void tell(const char *name, JsonWriter *w) {
    limits_tell(name, w->text.at);
    json_writer_free(w);
}

// ---- the task ----
static void add_files(JsonWriter *w, const FrontendInput *in) {
    json_begin(w, "files", '[');
    for (uint32_t i = 0; i < in->files.count; i++)
        json_string(w, NULL, in->files.at[i].path);
    json_end(w);
}

static void add_options(JsonWriter *w, const Options *o) {
    json_begin(w, "options", '{');
#define ADD_FLAG(field) json_bool(w, #field, o->field)
#define ADD_TEXT(field) json_string(w, #field, o->field)
#define ADD_NUMBER(field) json_number(w, #field, (double)o->field)
#define ADD_CHOICE(field) json_number(w, #field, o->field)
#define ADD_OPTION(field, kind, argument, value, commands, help) \
    if (COMMAND_##commands & COMMAND_CHECK)                      \
        ADD_##kind(field);
    OPTIONS(ADD_OPTION)
    json_begin(w, "compiler", '[');
    for (uint32_t i = 0; i < o->compiler.count; i++)
        json_string(w, NULL, o->compiler.at[i]);
    json_end(w);
    json_end(w);
}

void report_json_task(const Input *input, const Options *options, const char *engine) {
    JsonWriter w = { 0 };
    if (!wanted)
        return;
    json_begin(&w, NULL, '{');
    add_files(&w, &input->frontend);
    json_string(&w, "property", property_name(input->property.kind));
    json_string(&w, "entry", input->property.entry);
    json_string(&w, "data_model", input->model);
    json_string(&w, "externals", input->externals);
    json_string(&w, "engine", engine);
    json_string(&w, "note", input->note);
    add_options(&w, options);
    json_end(&w);
    tell("task", &w);
}

// ---- the program ----
static void add_place(JsonWriter *w, const StoryPlace *at) {
    json_string(w, "file", at->file);
    json_number(w, "line", at->line);
    json_number(w, "column", at->column);
    json_string(w, "function", at->function);
}

void report_json_program(const Checks *checks, const Assumptions *assumptions) {
    JsonWriter w = { 0 };
    if (!wanted)
        return;
    json_begin(&w, NULL, '{');
    json_begin(&w, "checks", '[');
    for (uint32_t i = 0; i < checks->count; i++) {
        json_begin(&w, NULL, '{');
        json_string(&w, "what", checks->at[i].what);
        add_place(&w, &checks->at[i].at);
        json_end(&w);
    }
    json_end(&w);
    json_begin(&w, "assumptions", '[');
    for (uint32_t i = 0; i < assumptions->count; i++)
        json_string(&w, NULL, assumptions->at[i]);
    json_end(&w);
    json_end(&w);
    tell("program", &w);
}

// ---- the report ----
static void add_story(JsonWriter *w, const Story *story) {
    json_begin(w, "where", '{');
    add_place(w, &story->where);
    json_string(w, "what", story->what);
    json_end(w);
    json_begin(w, "steps", '[');
    for (uint32_t i = 0; i < story->steps.count; i++) {
        const StoryStep *s = &story->steps.at[i];
        json_begin(w, NULL, '{');
        json_string(w, "kind", story_kind_text(s->kind));
        add_place(w, &s->at);
        json_number(w, "depth", s->depth);
        json_string(w, "text", s->text);
        json_string(w, "note", s->note);
        json_end(w);
    }
    json_end(w);
    json_begin(w, "calls", '[');
    for (uint32_t i = 0; i < story->calls.count; i++) {
        json_begin(w, NULL, '{');
        json_string(w, "called", story->calls.at[i].function);
        add_place(w, &story->calls.at[i].at);
        json_end(w);
    }
    json_end(w);
    json_begin(w, "inputs", '[');
    for (uint32_t i = 0; i < story->inputs.count && i < MOST_INPUTS; i++) {
        const StoryInput *input = &story->inputs.at[i];
        json_begin(w, NULL, '{');
        add_place(w, &input->at);
        json_string(w, "kind", story_input_kind(input->kind));
        json_string(w, "name", input->name);
        json_string(w, "variable", input->variable);
        json_string(w, "value", input->value);
        json_end(w);
    }
    json_end(w);
    json_number(w, "more_inputs", story->inputs.count > MOST_INPUTS ? story->inputs.count - MOST_INPUTS : 0);
    json_number(w, "memory_bytes", story->memory_bytes);
    json_bool(w, "environment", story->environment);
}

static void add_proof(JsonWriter *w, const Report *r) {
    json_begin(w, "proof", '{');
    json_string(w, "text", r->proof);
    json_string(w, "proviso", r->proviso);
    json_string(w, "nothing_to_check", r->nothing);
    json_number(w, "conditions", r->conditions);
    json_number(w, "by_bits", r->by_bits);
    json_number(w, "by_integers", r->by_integers);
    json_number(w, "by_second_solver", r->by_second);
    json_end(w);
    json_begin(w, "invariants", '[');
    for (uint32_t i = 0; r->invariants && i < r->invariants->count; i++) {
        const LoopInvariant *v = &r->invariants->at[i];
        json_begin(w, NULL, '{');
        json_string(w, "file", v->file);
        json_number(w, "line", v->pos.line);
        json_string(w, "function", v->function);
        json_string(w, "expression", v->text);
        json_end(w);
    }
    json_end(w);
}

void report_json_members(uint32_t n, const MemberLine members[]) {
    JsonWriter w = { 0 };
    if (!wanted)
        return;
    json_begin(&w, NULL, '[');
    for (uint32_t i = 0; i < n; i++) {
        json_begin(&w, NULL, '{');
        json_string(&w, "name", members[i].name);
        json_string(&w, "engine", members[i].engine);
        json_string(&w, "settings", members[i].settings);
        json_string(&w, "said", members[i].said);
        json_bool(&w, "won", members[i].won);
        json_number(&w, "cpu_seconds", members[i].cpu);
        json_number(&w, "memory_mb", members[i].megabytes);
        json_end(&w);
    }
    json_end(&w);
    tell("members", &w);
}

void report_json_report(const Report *r) {
    JsonWriter w = { 0 };
    if (!wanted)
        return;
    json_begin(&w, NULL, '{');
    json_string(&w, "detail", r->detail);
    if (r->outcome == OUTCOME_TRUE)
        add_proof(&w, r);
    if (r->outcome == OUTCOME_FALSE && r->story) {
        add_story(&w, r->story);
        json_string(&w, "trace", r->story->trace);
        json_string(&w, "replay", r->replay);
    }
    json_string(&w, "certificate_file", r->certificate);
    json_string(&w, "harness_file", r->harness);
    json_string(&w, "inputs_file", r->inputs_file);
    json_string(&w, "witness_file", r->witness);
    json_end(&w);
    tell("report", &w);
}

static void tell_text(const char *name, const char *text) {
    JsonWriter w = { 0 };
    if (!wanted)
        return;
    json_string(&w, NULL, text);
    tell(name, &w);
}

void report_json_message(const char *text) {
    tell_text("message", text);
}

void report_json_settings(const char *settings) {
    tell_text("settings", settings);
}

// ---- the whole ----
static void add_statistics(JsonWriter *w) {
    json_begin(w, "statistics", '{');
    for (Stat i = 0; i < STAT_COUNT; i++) {
        double value;
        if (stat_get(i, &value))
            json_number(w, stat_info(i).name, value);
    }
    json_end(w);
    json_begin(w, "seconds", '{');
    for (Phase i = 0; i < PHASE_COUNT; i++)
        json_number(w, phase_info(i).name, phase_seconds(i));
    json_end(w);
}

static void add_resources(JsonWriter *w, const Ending *ending) {
    json_begin(w, "resources", '{');
    json_number(w, "wall_seconds", ending->wall);
    json_number(w, "cpu_seconds", ending->cpu);
    json_number(w, "memory_mb", ending->megabytes);
    json_end(w);
}

static void add_verdict(JsonWriter *w, const Final *f) {
    const char *bracket = strchr(f->result, '(');
    char verdict[20];
    snprintf(verdict, sizeof verdict, "%.*s", bracket ? (int)(bracket - f->result) : 15, f->result);
    json_string(w, "result", f->result);
    json_string(w, "verdict", verdict);
    json_string(w, "reason", f->reason);
    json_string(w, "advice", f->reason ? advice_for(f->reason) : NULL);
    json_string(w, "cut_off_in", f->cut_off ? phase_info(phase_now()).name : NULL);
    json_number(w, "exit_code", f->code);
}

bool report_json_write(const char *path, const Final *f, const Ending *ending, Reason *why) {
    JsonWriter w = { 0 };
    json_begin(&w, NULL, '{');
    json_string(&w, "hone", HONE_VERSION);
    add_verdict(&w, f);
    json_value(&w, "message", limits_told("message"));
    json_value(&w, "task", limits_told("task"));
    json_value(&w, "program", limits_told("program"));
    json_value(&w, "settings", limits_told("settings"));
    json_value(&w, "report", f->cut_off ? NULL : limits_told("report")); // else it may say what does not stand
    json_value(&w, "members", limits_told("members"));
    add_statistics(&w);
    add_resources(&w, ending);
    json_end(&w);
    FILE *out = fopen(path, "w");
    bool good = out && fprintf(out, "%s\n", w.text.at) > 0;
    good = (!out || fclose(out) == 0) && good;
    if (!good)
        reason_set(why, "cannot write %.300s: %s", path, strerror(errno));
    json_writer_free(&w);
    return good;
}

#include "report/report_json.h"
#include "report/suite_files.h"
#include "base/json_write.h"
#include "base/stats.h"
#include "base/version.h"
#include "report/advice.h"
#include <errno.h>

enum { MOST_INPUTS = 100000 };

// ---- the task ----
static void add_texts(JsonWriter *w, const char *name, uint32_t n, const char *const texts[]) {
    json_begin(w, name, '[');
    for (uint32_t i = 0; i < n; i++)
        json_string(w, NULL, texts[i]);
    json_end(w);
}

static void add_options(JsonWriter *w, const Options *o) {
    json_begin(w, "options", '{');
#define ADD_FLAG(field) json_bool(w, #field, o->field)
#define ADD_TEXT(field) json_string(w, #field, o->field)
#define ADD_OUTFILE(field) json_string(w, #field, o->field)
#define ADD_LIST(field) add_texts(w, #field, o->field.count, o->field.at)
#define ADD_NUMBER(field) json_number(w, #field, (double)o->field)
#define ADD_CHOICE(field) json_number(w, #field, o->field)
#define ADD_OPTION(field, kind, argument, value, commands, help) \
    if (COMMAND_##commands & COMMAND_CHECK_TEST)                 \
        ADD_##kind(field);
    OPTIONS(ADD_OPTION)
    add_texts(w, "compiler", o->compiler.count, o->compiler.at);
    json_end(w);
}

static void add_task(JsonWriter *w, const TaskFacts *t, const Options *options) {
    if (!t) {
        json_value(w, "task", NULL);
        return;
    }
    json_begin(w, "task", '{');
    add_texts(w, "files", t->files.count, t->files.at);
    json_string(w, "property", t->property);
    json_string(w, "entry", t->entry);
    if (t->beside)
        json_string(w, "beside", t->beside);
    json_string(w, "data_model", t->data_model);
    json_string(w, "externals", t->externals);
    json_string(w, "engine", t->engine);
    json_string(w, "note", t->note);
    add_options(w, options);
    json_end(w);
}

// ---- the program ----
static void add_place(JsonWriter *w, const StoryPlace *at) {
    json_string(w, "file", at->file);
    json_number(w, "line", at->line);
    json_number(w, "column", at->column);
    json_string(w, "function", at->function);
}

static void add_program(JsonWriter *w, const Verdict *v) {
    static const char *const states[] = { [CHECK_OPEN] = "open", [CHECK_PROVED] = "proved", [CHECK_FAILS] = "fails" };
    const ProgramFacts *p = v->program;
    if (!p) {
        json_value(w, "program", NULL);
        return;
    }
    json_begin(w, "program", '{');
    json_begin(w, "checks", '[');
    for (uint32_t i = 0; i < p->checks.count; i++) {
        json_begin(w, NULL, '{');
        const Check *c = &p->checks.at[i];
        json_string(w, "kind", c->kind);
        json_string(w, "what", c->what);
        json_string(w, "asked", c->asked);
        json_string(w, "state", states[verdict_check_state(v, c)]);
        json_string(w, "found", c->found);
        json_string(w, "run", c->run);
        add_place(w, &c->at);
        json_end(w);
    }
    json_end(w);
    json_number(w, "proved_beforehand", p->settled);
    add_texts(w, "assumptions", p->assumptions.count, p->assumptions.at);
    json_end(w);
}

// ---- the report ----
static void add_steps(JsonWriter *w, const Story *story) {
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
}

static void add_moves(JsonWriter *w, const Story *story) {
    json_begin(w, "threads", '[');
    for (uint32_t i = 0; i < story->moves.count; i++) {
        json_begin(w, NULL, '{');
        json_number(w, "thread", story->moves.at[i].thread);
        add_place(w, &story->moves.at[i].at);
        json_string(w, "text", story->moves.at[i].text);
        json_end(w);
    }
    json_end(w);
}

static void add_calls(JsonWriter *w, const Story *story) {
    json_begin(w, "calls", '[');
    for (uint32_t i = 0; i < story->calls.count; i++) {
        json_begin(w, NULL, '{');
        json_string(w, "called", story->calls.at[i].function);
        add_place(w, &story->calls.at[i].at);
        json_end(w);
    }
    json_end(w);
}

static void add_inputs(JsonWriter *w, const Story *story) {
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
    uint32_t unlisted = story->inputs.count > MOST_INPUTS ? story->inputs.count - MOST_INPUTS : 0;
    json_number(w, "more_inputs", (double)unlisted + story->more_inputs);
    json_bool(w, "by_rules", story->by_rules);
    json_string(w, "standard_input", story->standard_input);
}

static void add_story(JsonWriter *w, const Story *story) {
    assert(story->what);
    json_begin(w, "where", '{');
    add_place(w, &story->where);
    json_string(w, "what", story->what);
    json_end(w);
    add_steps(w, story);
    if (story->moves.count)
        add_moves(w, story);
    add_calls(w, story);
    add_inputs(w, story);
    json_number(w, "memory_bytes", story->memory_bytes);
    json_bool(w, "environment", story->environment);
}

static void add_proof(JsonWriter *w, const ProofFacts *f) {
    Arena *arena = arena_new();
    json_begin(w, "proof", '{');
    json_string(w, "text", proof_facts_text(f, arena));
    json_string(w, "proviso", f->proviso);
    json_string(w, "nothing_to_check", f->nothing);
    json_number(w, "conditions", f->conditions);
    json_number(w, "by_bits", f->by_bits);
    json_number(w, "by_integers", f->by_integers);
    json_number(w, "by_second_solver", f->by_second);
    json_end(w);
    arena_free(arena);
}

static void add_invariants(JsonWriter *w, const LoopInvariants *all) {
    json_begin(w, "invariants", '[');
    for (uint32_t i = 0; i < all->count; i++) {
        const LoopInvariant *v = &all->at[i];
        json_begin(w, NULL, '{');
        json_string(w, "file", v->file);
        json_number(w, "line", v->pos.line);
        json_string(w, "function", v->function);
        json_string(w, "expression", v->text);
        json_end(w);
    }
    json_end(w);
}

static void add_contracts(JsonWriter *w, const FunctionContracts *all) {
    json_begin(w, "contracts", '[');
    for (uint32_t i = 0; i < all->count; i++) {
        const FunctionContract *c = &all->at[i];
        json_begin(w, NULL, '{');
        json_string(w, "file", c->file);
        json_number(w, "line", c->line);
        json_string(w, "function", c->function);
        json_string(w, "requires", c->requires_);
        json_string(w, "ensures", c->ensures);
        json_end(w);
    }
    json_end(w);
}

static void add_shared(JsonWriter *w, const SharedPlaces *all) {
    json_begin(w, "shared", '[');
    for (uint32_t i = 0; i < all->count; i++) {
        json_begin(w, NULL, '{');
        json_string(w, "name", all->at[i].name);
        json_number(w, "accesses", all->at[i].accesses);
        json_string(w, "protected_by", all->at[i].by);
        json_end(w);
    }
    json_end(w);
}

static void add_members(JsonWriter *w, const Members *members) {
    if (!members->count) {
        json_value(w, "members", NULL);
        return;
    }
    json_begin(w, "members", '[');
    for (uint32_t i = 0; i < members->count; i++) {
        const MemberFacts *m = &members->at[i];
        json_begin(w, NULL, '{');
        json_string(w, "name", m->name);
        json_string(w, "engine", m->engine);
        json_string(w, "settings", m->settings);
        json_string(w, "said", m->said);
        json_bool(w, "won", m->won);
        json_number(w, "cpu_seconds", m->cpu);
        json_number(w, "memory_mb", m->megabytes);
        json_end(w);
    }
    json_end(w);
}

static void add_tests(JsonWriter *w, const TestFacts *t) {
    if (!t->api) {
        json_value(w, "tests", NULL);
        return;
    }
    json_begin(w, "tests", '{');
    json_string(w, "api", t->api);
    json_string(w, "match", t->match);
    json_string(w, "may_miss", t->missing);
    json_number(w, "length", t->length);
    json_number(w, "calls", t->calls);
    json_number(w, "states", (double)t->states);
    json_number(w, "matched", (double)t->matched);
    json_number(w, "sequences", (double)t->sequences);
    json_number(w, "search_seconds", t->seconds);
    json_number(w, "branches", t->branches);
    json_number(w, "branches_seen", t->executed);
    json_number(w, "branches_covered", t->covered);
    json_number(w, "tests", t->tests);
    json_string(w, "directory", t->directory);
    add_texts(w, "failing_sequence", t->failing.count, t->failing.at);
    add_texts(w, "missed_branches", t->missed.count, t->missed.at);
    add_texts(w, "notes", t->notes.count, t->notes.at);
    json_end(w);
}

static void add_cover_place(JsonWriter *w, const CoverPlace *p) {
    json_begin(w, NULL, '{');
    json_string(w, "file", p->file);
    json_number(w, "line", p->line);
    json_number(w, "column", p->column);
    json_string(w, "function", p->function);
    json_string(w, "what", p->text);
    json_string(w, "fate", place_fate_text(p->fate));
    if (p->test)
        json_number(w, "test", p->test);
    json_string(w, "why", p->why);
    json_end(w);
}

static void add_cover(JsonWriter *w, const CoverFacts *c) {
    if (!c->what)
        return;
    json_begin(w, "coverage", '{');
    json_string(w, "of", c->what);
    json_string(w, "with", c->with);
    json_number(w, "tests", c->tests);
    json_number(w, "queries", c->queries);
    json_string(w, "directory", c->directory);
    add_texts(w, "assumes", c->assumes.count, c->assumes.at);
    add_texts(w, "notes", c->notes.count, c->notes.at);
    json_begin(w, "places", '[');
    for (uint32_t i = 0; i < c->places.count; i++)
        add_cover_place(w, &c->places.at[i]);
    json_end(w);
    json_end(w);
}

static void add_suite(JsonWriter *w, const SuiteFacts *s) {
    if (!s->directory)
        return;
    json_begin(w, "suite", '{');
    json_string(w, "directory", s->directory);
    json_number(w, "runs", s->runs);
    json_number(w, "lines_compared", s->lines);
    json_number(w, "lines_counted_otherwise", s->otherwise);
    add_texts(w, "differences", s->differences.count, s->differences.at);
    json_end(w);
}

// What was found; null where nothing was, or what was does not stand.
static void add_report(JsonWriter *w, const Verdict *v, bool stands) {
    if (!stands || v->outcome == OUTCOME_ERROR) {
        json_value(w, "report", NULL);
        return;
    }
    json_begin(w, "report", '{');
    json_string(w, "detail", v->detail);
    if (v->outcome == OUTCOME_TRUE) {
        add_proof(w, &v->proof);
        add_invariants(w, &v->invariants);
        add_contracts(w, &v->contracts);
        add_shared(w, &v->shared);
    }
    if (v->outcome == OUTCOME_FALSE) {
        add_story(w, &v->story);
        json_string(w, "trace", v->story.trace);
        json_string(w, "replay", v->replay_text);
    }
    json_string(w, "certificate_file", v->files.certificate);
    json_string(w, "harness_file", v->files.harness);
    json_string(w, "inputs_file", v->files.inputs);
    json_string(w, "witness_file", v->files.witness);
    json_string(w, "engine", v->engine);
    json_string(w, "settings", v->settings);
    json_end(w);
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
    assert(ending->wall >= 0 && ending->cpu >= 0);
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

char *report_json_text(const Run *run) {
    JsonWriter w = { 0 };
    const Verdict *v = run->verdict;
    assert(run->final->result && v);
    json_begin(&w, NULL, '{');
    json_string(&w, "hone", HONE_VERSION);
    add_verdict(&w, run->final);
    json_string(&w, "message", v->messages.count ? vec_last(&v->messages) : NULL);
    add_task(&w, v->task, run->options);
    add_program(&w, v);
    add_report(&w, v, !run->final->cut_off && verdict_is_decided(v) && verdict_exit_code(v) == run->final->code);
    add_members(&w, &v->members);
    add_tests(&w, &v->tests);
    add_cover(&w, &v->cover);
    add_suite(&w, &v->suite);
    json_string(&w, "table", limits_told(ENGINE_TABLE));
    add_statistics(&w);
    add_resources(&w, run->ending);
    json_end(&w);
    vec_free(&w.closing);
    return w.text.at;
}

bool report_json_write(const char *path, const Run *run, Reason *why) {
    assert(path && *path);
    char *text = report_json_text(run);
    FILE *out = fopen(path, "w");
    bool good = out && fprintf(out, "%s\n", text) > 0;
    good = (!out || fclose(out) == 0) && good;
    if (!good)
        reason_set(why, "cannot write %.300s: %s", path, strerror(errno));
    free(text);
    return good;
}

// test_verdict.c - verdicts: what is handed over is what arrives, damaged ones are refused; the writers
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "base/map.h"
#include "base/outfile.h"
#include "base/record.h"
#include "report/report_json.h"
#include "report/terminal.h"
#include "report/verdict_record.h"
#include "spec/json.h"
#include <unistd.h>

// ---- random verdicts ----
typedef struct Random {
    uint64_t seed;
    Arena *arena;
} Random;

static uint32_t draw(Random *r, uint32_t below) {
    r->seed = hash_mix(r->seed + 0x9e3779b97f4a7c15u);
    return (uint32_t)(r->seed % below);
}

// Any bytes but 0: what file names and programs may hold.
static const char *word(Random *r) {
    uint32_t n = draw(r, 12);
    char *text = arena_alloc(r->arena, n + 1);
    for (uint32_t i = 0; i < n; i++)
        text[i] = (char)(1 + draw(r, 255));
    return text;
}

static const char *maybe(Random *r) {
    return draw(r, 3) ? word(r) : NULL;
}

static StoryPlace place(Random *r) {
    return (StoryPlace){ maybe(r), draw(r, 1000), draw(r, 100), word(r) };
}

static void fill_story(Random *r, Story *s) {
    s->where = place(r);
    s->what = word(r);
    for (uint32_t n = draw(r, 5); n; n--)
        vec_push(&s->steps, (StoryStep){ draw(r, STORY_ERROR + 1), place(r), draw(r, 9), word(r), maybe(r) });
    for (uint32_t n = draw(r, 5); n; n--)
        vec_push(&s->inputs, (StoryInput){ place(r), draw(r, INPUT_MEMORY + 1), word(r), maybe(r), word(r) });
    for (uint32_t n = draw(r, 5); n; n--)
        vec_push(&s->calls, (StoryCall){ word(r), place(r) });
    s->more_inputs = draw(r, 2) * draw(r, UINT32_MAX);
    s->memory_bytes = draw(r, 99);
    s->environment = draw(r, 2);
    s->trace = maybe(r);
}

static void fill_proof(Random *r, Verdict *v) {
    v->proof = (ProofFacts){ .kind = 1 + draw(r, PROOF_ONLY_RUN), .conditions = 100 };
    v->proof.by_bits = draw(r, 50);
    v->proof.by_integers = draw(r, 50);
    v->proof.by_second = draw(r, 100);
    v->proof.witness_invariants = draw(r, 100);
    v->proof.rounds = draw(r, 100);
    v->proof.steps = hash_mix(r->seed);
    v->proof.proviso = maybe(r);
    v->proof.nothing = maybe(r);
    for (uint32_t n = draw(r, 4); n; n--)
        vec_push(&v->invariants, (LoopInvariant){ { draw(r, 9), draw(r, 99), draw(r, 9) }, word(r), word(r), word(r) });
}

static const TaskFacts *random_task(Random *r) {
    TaskFacts *t = arena_alloc(r->arena, sizeof *t);
    *t = (TaskFacts){ .property = word(r),
                      .claim = maybe(r),
                      .entry = word(r),
                      .data_model = word(r),
                      .externals = word(r),
                      .engine = word(r),
                      .note = maybe(r) };
    for (uint32_t n = draw(r, 4); n; n--)
        vec_push(&t->files, word(r));
    return t;
}

static const ProgramFacts *random_program_facts(Random *r) {
    ProgramFacts *p = arena_alloc(r->arena, sizeof *p);
    *p = (ProgramFacts){ .functions = draw(r, 9), .locations = 1 + draw(r, 9), .edges = 7, .unmodelled = draw(r, 2) };
    for (uint32_t n = draw(r, 4); n; n--)
        vec_push(&p->checks, (Check){ word(r), place(r) });
    for (uint32_t n = draw(r, 4); n; n--)
        vec_push(&p->assumptions, word(r));
    return p;
}

static void fill_tests(Random *r, TestFacts *t) {
    *t = (TestFacts){ .api = word(r),
                      .match = word(r),
                      .missing = maybe(r),
                      .length = draw(r, 9),
                      .calls = draw(r, 99),
                      .states = draw(r, 999),
                      .matched = 1ull << 40,
                      .sequences = draw(r, 7),
                      .seconds = 1 / 3.0,
                      .branches = 9,
                      .executed = 5,
                      .covered = draw(r, 6),
                      .tests = 3,
                      .directory = maybe(r) };
    for (uint32_t n = draw(r, 4); n; n--)
        vec_push(&t->failing, word(r));
    for (uint32_t n = draw(r, 4); n; n--)
        vec_push(&t->missed, word(r));
}

static Verdict random_verdict(uint64_t seed, Arena *arena) {
    Random random = { seed, arena }, *r = &random;
    Verdict v = { .outcome = draw(r, OUTCOME_ERROR + 1), .property = word(r), .detail = maybe(r) };
    v.task = draw(r, 4) ? random_task(r) : NULL;
    v.program = draw(r, 4) ? random_program_facts(r) : NULL;
    v.replay = draw(r, REPLAY_REFUTED);
    v.replay_text = maybe(r);
    switch (v.outcome) {
    case OUTCOME_TRUE:
        fill_proof(r, &v);
        break;
    case OUTCOME_FALSE:
        fill_story(r, &v.story);
        break;
    case OUTCOME_UNKNOWN:
        v.reason = draw(r, 4) ? "a reason" : NULL; // NULL: nothing is decided yet
        v.replay = draw(r, REPLAY_REFUTED + 1);
        break;
    case OUTCOME_DONE:
        fill_tests(r, &v.tests);
        break;
    case OUTCOME_ERROR:
        v.error = EXIT_INPUT;
        vec_push(&v.messages, word(r));
        break;
    }
    v.files = (FilesWritten){ maybe(r), maybe(r), maybe(r), maybe(r) };
    v.engine = maybe(r);
    v.settings = maybe(r);
    for (uint32_t n = draw(r, 3), i = 0; i < n; i++)
        vec_push(&v.members,
                 (MemberFacts){ word(r), word(r), word(r), word(r), i == 0 && draw(r, 2), draw(r, 1000) / 7.0, 1e300 });
    for (uint32_t n = draw(r, 3); n; n--)
        vec_push(&v.warnings, word(r));
    return v;
}

// ---- handing over ----
// The text is canonical: equal texts are equal verdicts.
static void round_trip(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 500; seed++) {
        Arena *arena = arena_new();
        Verdict v = random_verdict(seed, arena), back;
        assert_null(verdict_fault(&v));
        char *text = verdict_write(&v);
        assert_true(verdict_read(text, arena, &back));
        char *again = verdict_write(&back);
        assert_string_equal(text, again);
        assert_int_equal(back.outcome, v.outcome);
        assert_int_equal(back.story.inputs.count, v.story.inputs.count);
        assert_true(!v.task == !back.task && !v.program == !back.program);
        if (v.members.count)
            assert_true(back.members.at[0].cpu == v.members.at[0].cpu);
        free(text);
        free(again);
        verdict_forget(&v);
        verdict_forget(&back);
        arena_free(arena);
    }
}

static void refused(const char *text, Arena *arena) {
    Verdict v;
    assert_false(verdict_read(text, arena, &v));
    assert_false(verdict_is_decided(&v));
    assert_null(v.members.at);
}

// Cut short anywhere, a byte changed, dropped or added: none of it is read.
static void damage(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        Arena *arena = arena_new();
        Verdict v = random_verdict(seed, arena);
        char *text = verdict_write(&v), *copy = base_alloc(strlen(text) + 2);
        size_t n = strlen(text);
        for (size_t i = 0; i < n; i++) {
            strcpy(copy, text);
            copy[i] = 0;
            refused(copy, arena);
            strcpy(copy, text);
            copy[i] = (char)(copy[i] ^ (1 << (seed + i) % 8));
            refused(copy, arena);
            strcpy(copy + i, text + i + 1);
            refused(copy, arena);
            memcpy(copy, text, i);
            copy[i] = '1';
            strcpy(copy + i + 1, text + i);
            refused(copy, arena);
        }
        refused(NULL, arena);
        refused("", arena);
        free(text);
        free(copy);
        verdict_forget(&v);
        arena_free(arena);
    }
}

// A text that is whole, with a hash that fits, and yet of no verdict that can be.
static void impossible(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Record r = { 0 };
    const char *one = "x";
    record_text(&r, &one);
    char *text = record_close(&r, "hone-verdict 1");
    refused(text, arena);
    free(text);
    r = (Record){ 0 };
    record_text(&r, &one);
    text = record_close(&r, "hone-verdict 2");
    refused(text, arena);
    free(text);
    arena_free(arena);
}

static void faults(void **state) {
    (void)state;
    Verdict good = { .outcome = OUTCOME_TRUE, .property = "p", .proof = { .kind = PROOF_UNROLLED } };
    assert_null(verdict_fault(&(Verdict){ 0 }));
    assert_null(verdict_fault(&good));
    Verdict bad[] = { good, good, good, good, good, good, good, good, good, good };
    bad[0].property = NULL;
    bad[1].proof.kind = PROOF_NONE;
    bad[2].reason = "bound";
    bad[3].story.what = "it fails";
    bad[4].outcome = OUTCOME_FALSE; // no story
    bad[5] = (Verdict){ .outcome = OUTCOME_FALSE, .property = "p", .story.what = "x", .replay = REPLAY_REFUTED };
    bad[6] = (Verdict){ .outcome = OUTCOME_ERROR, .error = EXIT_TRUE };
    bad[7].proof.by_bits = 1; // of no conditions
    bad[8] = (Verdict){ .outcome = OUTCOME_DONE, .property = "p" };
    bad[9] = (Verdict){ .outcome = OUTCOME_DONE, .property = "p", .tests = { .api = "x.api", .covered = 1 } };
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_non_null(verdict_fault(&bad[i]));
    assert_null(verdict_fault(&(Verdict){ .outcome = OUTCOME_ERROR, .error = EXIT_BUG }));
}

// ---- records ----
static void records(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Record r = { 0 };
    const char *text = "a;b:3\n", *none = NULL;
    uint32_t number = 7;
    double third = 1.0 / 3;
    bool yes = true;
    record_text(&r, &text);
    record_text(&r, &none);
    record_number(&r, &number, 10);
    record_double(&r, &third);
    record_bool(&r, &yes);
    char *all = record_close(&r, "t 1");
    const char *text_back, *none_back;
    uint32_t number_back;
    double third_back;
    bool yes_back;
    assert_true(record_open(&r, "t 1", all, arena));
    record_text(&r, &text_back);
    record_text(&r, &none_back);
    record_number(&r, &number_back, 10);
    record_double(&r, &third_back);
    record_bool(&r, &yes_back);
    assert_true(record_end(&r));
    assert_string_equal(text, text_back);
    assert_null(none_back);
    assert_true(number_back == 7 && third_back == third && yes_back);
    assert_false(record_open(&r, "t", all, arena)); // another type
    assert_true(record_open(&r, "t 1", all, arena));
    record_number(&r, &number_back, 10); // a text is there
    assert_true(r.failed && number_back == 0);
    record_text(&r, &text_back); // harmless
    assert_false(record_end(&r));
    free(all);
    arena_free(arena);
}

static void out_of_range(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Record r = { 0 };
    uint32_t number = 11, back;
    record_number(&r, &number, UINT32_MAX);
    char *all = record_close(&r, "t 1");
    assert_true(record_open(&r, "t 1", all, arena));
    record_number(&r, &back, 10);
    assert_false(record_end(&r));
    assert_true(record_open(&r, "t 1", all, arena));
    record_count(&r, &back); // more elements than there is text
    assert_false(record_end(&r));
    free(all);
    arena_free(arena);
}

// ---- the writers ----
// What terminal_verdict prints, and its exit code.
static const char *printed(const Verdict *v, bool all, int *code) {
    static char text[1 << 16];
    FILE *file = tmpfile();
    fflush(stdout);
    int before = dup(STDOUT_FILENO);
    assert_true(file && dup2(fileno(file), STDOUT_FILENO) >= 0);
    *code = terminal_verdict(v, all);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    return text;
}

static const Json *as_json(const Verdict *v, const char *result, int code, Arena *arena) {
    Options options = { 0 };
    Ending ending = { 0 };
    Reason why;
    Final f = { .result = result, .code = code };
    char *text = report_json_text(&(Run){ &f, &ending, &options, v });
    const Json *json = json_parse("test", arena_strdup(arena, text), arena, &why);
    free(text);
    if (!json)
        fail_msg("%s", why.text);
    return json;
}

static void writes_true(void **state) {
    (void)state;
    Arena *arena = arena_new();
    int code;
    Verdict v = { .outcome = OUTCOME_TRUE, .property = "unreach-call", .files.certificate = "p.proof" };
    v.proof = (ProofFacts){ .kind = PROOF_INVARIANTS, .conditions = 3, .by_bits = 2, .by_integers = 1 };
    vec_push(&v.invariants, (LoopInvariant){ { 1, 4, 5 }, "a.c", "main", "x <= 10" });
    vec_push(&v.members, (MemberFacts){ "bmc", "bmc", "", "not needed", false, 0.5, 1 });
    vec_push(&v.members, (MemberFacts){ "lazy", "lazy", "--order bfs", "true", true, 1, 2 });
    assert_string_equal(printed(&v, false, &code),
                        "Member:   lazy (lazy --order bfs)\n"
                        "True: the property holds in every run.\n"
                        "Proof:    3 conditions: 2 proved over bit-vectors, 1 over integers\n"
                        "Invariants:\n"
                        "  a.c:4: in main, loop: x <= 10\n"
                        "Certificate: p.proof (re-check: hone proof p.proof FILE...)\n"
                        "RESULT: true\n");
    assert_int_equal(code, EXIT_TRUE);
    assert_non_null(strstr(printed(&v, true, &code), "Members:  bmc: not needed, 0.50 s\n"));
    const Json *report = json_member(as_json(&v, "true", EXIT_TRUE, arena), "report");
    assert_string_equal(json_member(json_member(report, "proof"), "conditions")->text, "3");
    assert_string_equal(json_text(json_member(report, "invariants")->first, "expression"), "x <= 10");
    assert_int_equal(json_member(as_json(&v, "false(x)", EXIT_FALSE, arena), "report")->kind, JSON_NULL); // another's
    v.proof.nothing = "nothing calls f()";
    v.proof.proviso = "no run accesses memory wrongly";
    assert_non_null(strstr(printed(&v, false, &code), "Nothing to check: nothing calls f().\n"
                                                      "          provided that no run accesses memory wrongly\n"));
    verdict_free(&v);
    arena_free(arena);
}

static void writes_false(void **state) {
    (void)state;
    Arena *arena = arena_new();
    int code;
    Verdict v = {
        .outcome = OUTCOME_FALSE, .property = "no-overflow", .replay = REPLAY_AGREES, .replay_text = "agrees"
    };
    v.story.where = (StoryPlace){ "a.c", 7, 3, "f" };
    v.story.what = "signed overflow";
    vec_push(&v.story.inputs, (StoryInput){ { "a.c", 5, 1, "main" }, INPUT_NONDET, "nondet", "x", "3" });
    vec_push(&v.story.calls, (StoryCall){ "f", { "a.c", 6, 1, "main" } });
    const char *text = printed(&v, false, &code);
    assert_int_equal(code, EXIT_FALSE);
    assert_non_null(strstr(text, "False: a.c:7:3: signed overflow\n"));
    assert_non_null(strstr(text, "Replay:   interpreter agrees; compiled program agrees\n"));
    assert_non_null(strstr(text, "Reproduce: --harness FILE.c writes a C test; --write-inputs FILE"));
    assert_non_null(strstr(text, "RESULT: false(no-overflow)\n"));
    v.replay = REPLAY_OPEN; // the standing counts, not the text
    v.files.harness = "h.c";
    text = printed(&v, false, &code);
    assert_non_null(strstr(text, "Harness:  h.c (it may not reach the error"));
    const Json *report = json_member(as_json(&v, "false(no-overflow)", EXIT_FALSE, arena), "report");
    assert_string_equal(json_text(json_member(report, "where"), "what"), "signed overflow");
    assert_string_equal(json_text(json_member(report, "inputs")->first, "value"), "3");
    verdict_free(&v);
    arena_free(arena);
}

static void writes_others(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Reason why;
    int code;
    Verdict v = verdict_unknown("unreach-call", "bound", "at 3 rounds");
    assert_non_null(strstr(printed(&v, false, &code), "          at 3 rounds\nRESULT: unknown(bound)\n"));
    assert_int_equal(code, EXIT_UNKNOWN);
    reason_set(&why, "a.c: no such file");
    v = verdict_error(EXIT_INPUT, &why, arena);
    assert_string_equal(printed(&v, false, &code), ""); // the message goes to stderr
    assert_int_equal(code, EXIT_INPUT);
    const Json *json = as_json(&v, "unknown(input error)", EXIT_INPUT, arena);
    assert_string_equal(json_text(json, "message"), "a.c: no such file");
    assert_int_equal(json_member(json, "report")->kind, JSON_NULL);
    verdict_free(&v);
    ProofFacts unrolled = { .kind = PROOF_UNROLLED, .rounds = 1 };
    assert_string_equal(proof_facts_text(&unrolled, arena),
                        "fully unrolled; confirmed by a second, independent unrolling (1 round)");
    assert_null(proof_facts_text(&(ProofFacts){ 0 }, arena));
    arena_free(arena);
}

// ---- files to be written ----
static bool accepts(int n, char **args, Reason *why) {
    Arena *arena = arena_new();
    Options options;
    assert_true(options_read(&options, COMMAND_CHECK, n, args, arena, why));
    bool good = outfiles_check(&options, why);
    vec_free(&options.files);
    vec_free(&options.compiler);
    arena_free(arena);
    return good;
}

static void outfiles(void **state) {
    (void)state;
    Reason why;
    char path[] = "/tmp/hone-test-XXXXXX";
    assert_true(close(mkstemp(path)) == 0);
    assert_false(accepts(3, (char *[]){ "--json", path, path }, &why));
    assert_non_null(strstr(why.text, "--json would overwrite the input file"));
    assert_false(accepts(5, (char *[]){ "--json", path, "--harness", path, "a.c" }, &why));
    assert_non_null(strstr(why.text, "--harness and --json name the same file"));
    assert_true(accepts(5, (char *[]){ "--json", "/dev/null", "--harness", "/dev/null", "a.c" }, &why));
    assert_false(accepts(3, (char *[]){ "--write-inputs", "/nowhere/at/all", "a.c" }, &why));
    unlink(path);
    assert_true(accepts(3, (char *[]){ "--json", path, "a.c" }, &why));
    assert_int_not_equal(access(path, F_OK), 0); // not made by asking
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),  cmocka_unit_test(damage),       cmocka_unit_test(impossible),
        cmocka_unit_test(faults),      cmocka_unit_test(records),      cmocka_unit_test(out_of_range),
        cmocka_unit_test(writes_true), cmocka_unit_test(writes_false), cmocka_unit_test(writes_others),
        cmocka_unit_test(outfiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

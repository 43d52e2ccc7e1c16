// test_report.c - statistics, JSON and advice: what is recorded is what is written
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "base/json_write.h"
#include "base/limits.h"
#include "base/stats.h"
#include "report/advice.h"
#include "report/ending.h"
#include "report/report_json.h"
#include "report/verdict_record.h"
#include "spec/json.h"
#include <signal.h>
#include <unistd.h>

// ---- JSON ----
static const Json *parsed(JsonWriter *w, Arena *arena) {
    Reason why = { "" };
    const Json *json = json_parse("test", w->text.at, arena, &why);
    if (!json)
        fail_msg("%s\n%s", why.text, w->text.at);
    json_writer_free(w);
    return json;
}

static void nesting(void **state) {
    (void)state;
    Arena *arena = arena_new();
    JsonWriter w = { .first = true };
    json_begin(&w, NULL, '{');
    json_begin(&w, "empty", '[');
    json_end(&w);
    json_begin(&w, "list", '[');
    json_number(&w, NULL, 1);
    json_number(&w, NULL, -2.5);
    json_number(&w, NULL, 1e300 * 1e300);
    json_begin(&w, NULL, '{');
    json_bool(&w, "yes", true);
    json_string(&w, "none", NULL);
    json_end(&w);
    json_end(&w);
    json_value(&w, "raw", "[1, 2]");
    json_end(&w);
    const Json *json = parsed(&w, arena), *list = json_member(json, "list");
    assert_int_equal(json_member(json, "empty")->kind, JSON_ARRAY);
    assert_string_equal(list->first->text, "1");
    assert_int_equal(list->first->next->next->kind, JSON_NULL); // infinity is no number there
    assert_string_equal(json_member(list->first->next->next->next, "yes")->text, "true");
    assert_int_equal(json_member(json, "raw")->kind, JSON_ARRAY);
    arena_free(arena);
}

// Each byte, and each pair of bytes above ASCII, gives a text that our reader takes.
static void any_bytes(void **state) {
    (void)state;
    for (unsigned i = 1; i < 256; i++)
        for (unsigned k = 127; k < 256; k++) {
            char text[] = { 'a', (char)i, (char)k, 'z', 0 };
            Arena *arena = arena_new();
            JsonWriter w = { 0 };
            json_begin(&w, NULL, '{');
            json_string(&w, text, text);
            json_end(&w);
            const Json *json = parsed(&w, arena);
            const char *back = json->first->text;
            assert_true(back[0] == 'a' && back[strlen(back) - 1] == 'z');
            if (i < 128 && k == 127)
                assert_string_equal(back, text);
            arena_free(arena);
        }
}

static void utf8(void **state) {
    (void)state;
    static const char *const good[] = { "\303\244", "\342\202\254", "\360\237\230\200", "\"\\\n\t\1" };
    static const char *const bad[] = { "\300\200", "\355\240\200", "\360\200\200\200", "\364\220\200\200", "\342\202" };
    for (size_t i = 0; i < COUNT(good) + COUNT(bad); i++) {
        const char *text = i < COUNT(good) ? good[i] : bad[i - COUNT(good)];
        Arena *arena = arena_new();
        JsonWriter w = { 0 };
        json_begin(&w, NULL, '[');
        json_string(&w, NULL, text);
        json_end(&w);
        const char *back = parsed(&w, arena)->first->text;
        if (i < COUNT(good))
            assert_string_equal(back, text);
        else
            assert_int_equal(strncmp(back, "\357\277\275", 3), 0); // U+FFFD
        arena_free(arena);
    }
}

// ---- statistics ----
static void numbers(void **state) {
    (void)state;
    double value;
    stats_share();
    assert_false(stat_get(STAT_nodes, &value));
    stat_set(STAT_nodes, 0);
    assert_true(stat_get(STAT_nodes, &value) && value == 0);
    stat_add(STAT_nodes, 3);
    stat_add(STAT_covered, 2);
    assert_true(stat_get(STAT_nodes, &value) && value == 3);
    assert_true(stat_get(STAT_covered, &value) && value == 2);
    assert_string_equal(stat_info(STAT_nodes).name, "nodes");
}

static void phases(void **state) {
    (void)state;
    stats_share();
    phase_begin(PHASE_engine);
    phase_begin(PHASE_solver);
    phase_begin(PHASE_solver); // within itself: counts once
    usleep(20000);
    phase_end(PHASE_solver);
    phase_end(PHASE_solver);
    double solver = phase_seconds(PHASE_solver), engine = phase_seconds(PHASE_engine);
    assert_true(solver >= 0.02 && engine >= solver);
    assert_int_equal(phase_now(), PHASE_engine);
    stats_stop();
    engine = phase_seconds(PHASE_engine);
    usleep(5000);
    assert_true(phase_seconds(PHASE_engine) == engine); // stands still
}

// ---- what a worker leaves that is killed ----
static int work_and_die(const void *argument) {
    (void)argument;
    stat_set(STAT_refinements, 7);
    phase_begin(PHASE_refinement);
    TaskFacts task = { .property = "unreach-call", .entry = "main", .engine = "lazy" };
    verdict_hand_over(&(Verdict){ .task = &task });
    Verdict v = { .task = &task, .outcome = OUTCOME_TRUE, .property = "unreach-call" };
    v.proof = (ProofFacts){ .kind = PROOF_UNROLLED, .rounds = 3 };
    verdict_hand_over(&v);
    raise(SIGKILL);
    return 0;
}

static void told_by_the_dead(void **state) {
    (void)state;
    Ending ending;
    Reason why;
    double value;
    assert_true(limits_supervise(&(Limits){ .seconds = 10 }, work_and_die, NULL, &ending, &why));
    assert_int_equal(ending.kind, ENDED_CRASHED);
    assert_true(stat_get(STAT_refinements, &value) && value == 7);
    assert_true(phase_seconds(PHASE_refinement) > 0);
    Arena *arena = arena_new();
    Verdict v;
    assert_true(verdict_of_worker(arena, &v));
    assert_int_equal(v.outcome, OUTCOME_TRUE); // it is there; whether it counts is for the supervisor to say
    assert_string_equal(v.task->engine, "lazy");
    assert_null(v.program);
    verdict_forget(&v);
    arena_free(arena);
}

static int tell_nothing(const void *argument) {
    (void)argument;
    return 0;
}

static void told_afresh(void **state) {
    (void)state;
    Ending ending;
    Reason why;
    double value;
    assert_true(limits_supervise(&(Limits){ .seconds = 10 }, tell_nothing, NULL, &ending, &why));
    Arena *arena = arena_new();
    Verdict v;
    assert_false(verdict_of_worker(arena, &v));
    assert_false(verdict_is_decided(&v));
    arena_free(arena);
    assert_false(stat_get(STAT_refinements, &value));
}

// A solver that gives itself up is no bug of ours, and no answer; other ends in the middle of the work are bugs.
static void ended_by_solver(void **state) {
    (void)state;
    Options options = { 0 };
    assert_int_equal(ending_report(&(Ending){ .kind = ENDED_CRASHED, .code = 114 }, &options, true), EXIT_UNKNOWN);
    assert_int_equal(ending_report(&(Ending){ .kind = ENDED_CRASHED, .code = 101 }, &options, true), EXIT_UNKNOWN);
    assert_int_equal(ending_report(&(Ending){ .kind = ENDED_CRASHED, .code = 0 }, &options, true), EXIT_BUG);
    assert_int_equal(ending_report(&(Ending){ .kind = ENDED_CRASHED, .code = 3 }, &options, true), EXIT_BUG);
    assert_int_equal(ending_report(&(Ending){ .kind = ENDED_CRASHED, .code = -1, .signal = SIGSEGV }, &options, true),
                     EXIT_BUG);
}

// The supervisor's file does not repeat what a worker said that was cut off.
static void cut_off_report(void **state) {
    (void)state;
    Ending ending;
    Reason why;
    Arena *arena = arena_new();
    char path[] = "/tmp/hone-test-XXXXXX";
    assert_true(close(mkstemp(path)) == 0);
    assert_true(limits_supervise(&(Limits){ .seconds = 10 }, work_and_die, NULL, &ending, &why));
    Final f = { .result = "unknown(timeout)", .reason = "timeout", .code = EXIT_UNKNOWN, .cut_off = true };
    Options options = { 0 };
    Verdict v;
    assert_true(verdict_of_worker(arena, &v));
    Run run = { &f, &ending, &options, &v };
    assert_true(report_json_write(path, &run, &why));
    static char text[1 << 16];
    FILE *in = fopen(path, "r");
    text[fread(text, 1, sizeof text - 1, in)] = 0;
    fclose(in);
    unlink(path);
    const Json *json = json_parse(path, text, arena, &why);
    assert_non_null(json);
    assert_string_equal(json_text(json, "verdict"), "unknown");
    assert_string_equal(json_text(json, "advice"), advice_for("timeout"));
    assert_int_equal(json_member(json, "report")->kind, JSON_NULL);
    assert_string_equal(json_text(json_member(json, "task"), "engine"), "lazy");
    assert_string_equal(json_member(json_member(json, "statistics"), "refinements")->text, "7");
    assert_false(report_json_write("/nowhere/at/all", &run, &why));
    verdict_forget(&v);
    arena_free(arena);
}

// ---- advice ----
static void advice(void **state) {
    (void)state;
    static const char *const reasons[] = { "timeout",
                                           "memory",
                                           "memory error",
                                           "interrupted",
                                           "bound",
                                           "recursion",
                                           "calls",
                                           "threads",
                                           "size",
                                           "interpolation: the time is over",
                                           "solver: the solver gave up",
                                           "unmodelled",
                                           "unmodelled: result of time",
                                           "unmodelled: a call through a pointer",
                                           "property not supported",
                                           "input error",
                                           "proof file not accepted",
                                           "proof check failed",
                                           "check failed",
                                           "internal error" };
    const char *otherwise = advice_for("what nobody says");
    for (size_t i = 0; i < COUNT(reasons); i++)
        assert_true(strcmp(advice_for(reasons[i]), otherwise) != 0);
    assert_true(strstr(advice_for("memory"), "--memory") && !strstr(advice_for("memory error"), "--memory"));
    assert_true(strcmp(advice_for("proof check failed"), advice_for("check failed")) != 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nesting),     cmocka_unit_test(any_bytes),       cmocka_unit_test(utf8),
        cmocka_unit_test(numbers),     cmocka_unit_test(phases),          cmocka_unit_test(told_by_the_dead),
        cmocka_unit_test(told_afresh), cmocka_unit_test(ended_by_solver), cmocka_unit_test(cut_off_report),
        cmocka_unit_test(advice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

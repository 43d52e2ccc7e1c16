// The crew of base/crew.h with members that answer, crash, hang, grow and contradict each other; and the
// portfolio's table.
#include "base/crew.h"
#include "base/process.h"
#include "base/stats.h"
#include "engine/portfolio.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
// after the others
#include <setjmp.h>
#include <cmocka.h>

static Decides decides(void *context, uint32_t member, int code, const Desk *desk) {
    (void)context, (void)member, (void)desk;
    if (code == 42)
        return DECIDES_LATER;
    return code == EXIT_TRUE || code == EXIT_FALSE ? DECIDES_NOW : DECIDES_NOT;
}

// ---- members ----
static int says_true(const void *unused) {
    (void)unused;
    printf("it holds\n");
    fprintf(stderr, "hone: a warning\n");
    limits_result("true");
    stat_set(STAT_bound, 7);
    return EXIT_TRUE;
}

static int says_false(const void *unused) {
    (void)unused;
    limits_result("false(x)");
    return EXIT_FALSE;
}

static int says_nothing(const void *unused) {
    (void)unused;
    limits_result("unknown(bound)");
    return EXIT_UNKNOWN;
}

static int says_perhaps(const void *unused) {
    (void)unused;
    return 42;
}

static int crashes(const void *unused) {
    (void)unused;
    fprintf(stderr, "first\nsecond\n");
    abort();
}

static int leaves(const void *unused) {
    (void)unused;
    _exit(EXIT_TRUE); // from the middle of the work: no answer
}

static void burn(double seconds) {
    for (double end = clock_cpu() + seconds; clock_cpu() < end;)
        continue;
}

static int works_long(const void *seconds) {
    burn(*(const double *)seconds);
    return says_true(NULL);
}

static int hangs(const void *unused) {
    (void)unused;
    signal(SIGTERM, SIG_IGN);
    burn(1e9);
    return EXIT_UNKNOWN;
}

static int obeys(const void *unused) {
    (void)unused;
    while (!limits_hit())
        burn(0.01);
    return says_nothing(NULL);
}

static int grows(const void *unused) {
    (void)unused;
    for (size_t i = 0; i < 100000; i++) {
        char *more = malloc(10 << 20);
        memset(more, (int)i, 10 << 20);
        usleep(1000);
    }
    return EXIT_UNKNOWN;
}

static int has_child(const void *pid_) {
    volatile pid_t *pid = *(pid_t *volatile *)pid_;
    pid_t child = fork();
    if (!child) {
        for (;;)
            pause();
    }
    *pid = child;
    burn(100);
    return says_true(NULL);
}

// ---- running them ----
typedef struct Play {
    CrewMember members[6];
    Crew *crew;
    double seconds;
} Play;

static void play(Play *p, uint32_t n, uint32_t jobs, double megabytes) {
    for (uint32_t i = 0; i < n; i++)
        p->members[i].share = p->members[i].share > 0 ? p->members[i].share : 1;
    p->crew =
        crew_new(n, p->members, &(CrewOptions){ .jobs = jobs, .megabytes = megabytes, .later = 5, .decides = decides });
    double began = clock_wall();
    crew_run(p->crew);
    p->seconds = clock_wall() - began;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); // no child is left
}

static void first_answer_counts(void **state) {
    (void)state;
    Play p = { { { "hangs", hangs }, { "true", says_true }, { "later", says_false, .start = 100 } } };
    play(&p, 3, 2, 0);
    const CrewEnd *e = crew_end(p.crew, 1);
    assert_true(e->returned && e->decides == DECIDES_NOW && e->kind == ENDED_NORMALLY && e->code == EXIT_TRUE);
    assert_string_equal(desk_told(e->desk, "result"), "true");
    assert_int_equal(crew_end(p.crew, 0)->kind, ENDED_INTERRUPTED);
    assert_false(crew_end(p.crew, 2)->started && crew_end(p.crew, 2)->kind == ENDED_CRASHED);
    char line[40];
    crew_last_line(e->out, line, sizeof line);
    assert_string_equal(line, "it holds");
    crew_last_line(e->err, line, sizeof line);
    assert_string_equal(line, "hone: a warning");
    double value = 0;
    stats_share();
    assert_false(stat_get(STAT_bound, &value));
    stats_take(desk_stats(e->desk));
    assert_true(stat_get(STAT_bound, &value) && value == 7);
    crew_free(p.crew);
}

static void failures_are_told(void **state) {
    (void)state;
    Play p = {
        { { "crashes", crashes }, { "leaves", leaves }, { "nothing", says_nothing }, { "fails", says_perhaps } }
    };
    p.members[3].work = crashes;
    play(&p, 4, 1, 0);
    assert_int_equal(crew_end(p.crew, 0)->kind, ENDED_CRASHED);
    assert_int_equal(crew_end(p.crew, 0)->signal, SIGABRT);
    char line[100];
    crew_last_line(crew_end(p.crew, 0)->err, line, sizeof line);
    assert_non_null(strstr(line, "second"));
    assert_int_equal(crew_end(p.crew, 1)->kind, ENDED_CRASHED);
    assert_int_equal(crew_end(p.crew, 1)->decides, DECIDES_NOT);
    assert_false(crew_end(p.crew, 1)->returned);
    assert_int_equal(crew_end(p.crew, 2)->kind, ENDED_NORMALLY);
    assert_int_equal(crew_end(p.crew, 2)->decides, DECIDES_NOT);
    crew_free(p.crew);
}

// All members that have answered are asked: both answers are there to be compared.
static void contradictions_are_seen(void **state) {
    (void)state;
    int both = 0;
    for (int i = 0; i < 20 && !both; i++) {
        Play p = { { { "true", says_true }, { "false", says_false } } };
        play(&p, 2, 2, 0);
        both = crew_end(p.crew, 0)->decides == DECIDES_NOW && crew_end(p.crew, 1)->decides == DECIDES_NOW;
        crew_free(p.crew);
    }
    assert_true(both);
}

static void limits_are_kept(void **state) {
    (void)state;
    Play p = { { { "hangs", hangs, .limit = 0.2 }, { "obeys", obeys, .limit = 0.2 }, { "grows", grows } } };
    play(&p, 3, 3, 400);
    assert_int_equal(crew_end(p.crew, 0)->kind, ENDED_TIMEOUT);
    assert_int_equal(crew_end(p.crew, 0)->signal, SIGKILL);
    assert_int_equal(crew_end(p.crew, 1)->kind, ENDED_TIMEOUT);
    assert_int_equal(crew_end(p.crew, 1)->signal, 0);
    assert_true(crew_end(p.crew, 1)->returned);
    assert_int_equal(crew_end(p.crew, 2)->kind, ENDED_MEMORY);
    assert_true(crew_end(p.crew, 2)->megabytes > 100);
    crew_free(p.crew);
}

static void turns_are_taken(void **state) {
    (void)state;
    double twice = 1.2;
    Play p = {
        { { "hangs", hangs }, { "works", works_long, &twice, .share = 2 }, { "last", says_true, .start = 50 } }
    };
    play(&p, 3, 1, 0);
    const CrewEnd *first = crew_end(p.crew, 0), *second = crew_end(p.crew, 1);
    assert_int_equal(second->decides, DECIDES_NOW);
    assert_true(first->cpu > 0.2 && first->cpu < 1.2); // about half of the other's
    assert_false(crew_end(p.crew, 2)->started);
    crew_free(p.crew);
}

static void better_answers_are_waited_for(void **state) {
    (void)state;
    double soon = 0.3;
    Play p = { { { "perhaps", says_perhaps }, { "works", works_long, &soon } } };
    play(&p, 2, 2, 0);
    assert_int_equal(crew_end(p.crew, 0)->decides, DECIDES_LATER);
    assert_int_equal(crew_end(p.crew, 1)->decides, DECIDES_NOW);
    crew_free(p.crew);
}

static void descendants_are_ended(void **state) {
    (void)state;
    pid_t *child = (pid_t *)desk_stats(desk_new()); // memory that is shared
    Play p = { { { "parent", has_child, &child, .limit = 0.2 } } };
    p.members[0].argument = &child;
    play(&p, 1, 1, 0);
    assert_int_equal(crew_end(p.crew, 0)->kind, ENDED_TIMEOUT);
    for (int i = 0; i < 100 && kill(*child, 0) == 0; i++) { // until its new parent has seen it
        char path[40], text[200] = "";
        snprintf(path, sizeof path, "/proc/%d/stat", (int)*child);
        if (!read_small(path, text, sizeof text) || strstr(text, ") Z"))
            break;
        usleep(10000);
        assert_int_not_equal(i, 99);
    }
    crew_free(p.crew);
}

// ---- the table ----
static void table_is_right(void **state) {
    (void)state;
    portfolio_check();
    for (const PortfolioRow *row = portfolio; row->name; row++)
        for (const PortfolioRow *other = portfolio; other != row; other++)
            assert_string_not_equal(row->name, other->name);
    uint32_t n_plain = 0, n_loops = 0, n_recursive = 0, n_threads = 0;
    for (const PortfolioRow *row = portfolio; row->name; row++) {
        n_plain += portfolio_applies(row, 0);
        n_loops += portfolio_applies(row, FEATURE_LOOPS);
        n_recursive += portfolio_applies(row, FEATURE_LOOPS | FEATURE_CALLS);
        n_threads += portfolio_applies(row, FEATURE_THREADS);
        assert_false(portfolio_applies(row, FEATURE_CALLS) && engine_lacks(engine_find(row->engine), FEATURE_CALLS));
    }
    assert_true(n_plain >= 1 && n_recursive >= 1 && n_loops > n_plain && n_loops > n_recursive);
    assert_true(n_threads > n_plain); // calls and threads are gone in the product
}

static void words_are_weighed(void **state) {
    (void)state;
    const MemberWord nothing = { SAID_NOTHING }, bound = { SAID_UNKNOWN, .reason = "bound" }, yes = { SAID_TRUE },
                     better = { SAID_TRUE, true }, no = { SAID_FALSE, true },
                     timeout = { SAID_UNKNOWN, .reason = "timeout" },
                     crash = { SAID_UNKNOWN, .reason = "internal error" }, wrong = { SAID_INPUT_ERROR, true },
                     open = { SAID_FALSE }, refuted = { SAID_UNKNOWN, .refuted = true, .reason = "check failed" };
    const struct {
        MemberWord words[4];
        int kind;
        uint32_t member, other;
    } cases[] = {
        { { nothing, yes, nothing, yes }, CHOICE_ANSWER, 1, 4 },
        { { bound, yes, better, yes }, CHOICE_ANSWER, 2, 4 },
        { { nothing, bound, crash, no }, CHOICE_ANSWER, 3, 4 },
        { { bound, yes, nothing, no }, CHOICE_CONFLICT, 1, 3 },
        { { no, bound, better, wrong }, CHOICE_CONFLICT, 2, 0 },
        { { bound, wrong, nothing, nothing }, CHOICE_ANSWER, 1, 4 },
        { { bound, wrong, no, nothing }, CHOICE_ANSWER, 2, 4 },
        { { nothing, crash, bound, timeout }, CHOICE_NO_ANSWER, 3, 4 },
        { { bound, bound, crash, nothing }, CHOICE_NO_ANSWER, 0, 4 },
        { { nothing, crash, crash, nothing }, CHOICE_NO_ANSWER, 1, 4 },
        { { nothing, nothing, nothing, nothing }, CHOICE_NOBODY, 4, 4 },
        { { open, bound, nothing, nothing }, CHOICE_ANSWER, 0, 4 },
        { { open, bound, no, nothing }, CHOICE_ANSWER, 2, 4 },
        { { open, bound, refuted, nothing }, CHOICE_NO_ANSWER, 2, 4 },
        { { no, bound, refuted, nothing }, CHOICE_ANSWER, 0, 4 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Choice c = portfolio_choose(4, cases[i].words);
        if ((int)c.kind != cases[i].kind || c.member != cases[i].member || c.other != cases[i].other)
            fail_msg("case %zu: %d, %u, %u", i, (int)c.kind, c.member, c.other);
    }
}

static void reasons_are_ranked(void **state) {
    (void)state;
    assert_true(portfolio_rank("unmodelled: inline asm") < portfolio_rank("bound"));
    assert_true(portfolio_rank("timeout") < portfolio_rank("bound"));
    assert_true(portfolio_rank("bound") < portfolio_rank("internal error"));
    assert_true(portfolio_rank("memory error") < portfolio_rank("memory"));
    assert_int_equal(portfolio_rank("something new"), portfolio_rank("internal error"));
}

static void settings_are_read(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Options options, given;
    Reason why;
    char *args[] = { "--order", "dfs", "x.c" };
    assert_true(options_read(&options, COMMAND_CHECK, 1, args + 2, arena, &why));
    assert_int_equal(options_override(&options, "--order bfs --facts none", arena), OVERRIDE_DONE);
    assert_int_equal(options.order, ORDER_BFS);
    assert_int_equal(options.facts, FACTS_NONE);
    assert_true(options_read(&given, COMMAND_CHECK, 3, args, arena, &why));
    assert_int_equal(options_override(&given, "--facts none --order bfs", arena), OVERRIDE_TAKEN);
    assert_int_equal(given.order, ORDER_DFS);
    assert_int_equal(given.facts, 0);
    assert_int_equal(options_override(&given, "--no-such x", arena), OVERRIDE_BAD);
    assert_int_equal(options_override(&given, "--facts", arena), OVERRIDE_BAD);
    assert_int_equal(options_override(&given, "--facts many", arena), OVERRIDE_BAD);
    vec_free(&options.files);
    vec_free(&given.files);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_answer_counts),     cmocka_unit_test(failures_are_told),
        cmocka_unit_test(contradictions_are_seen), cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(turns_are_taken),         cmocka_unit_test(better_answers_are_waited_for),
        cmocka_unit_test(descendants_are_ended),   cmocka_unit_test(table_is_right),
        cmocka_unit_test(words_are_weighed),       cmocka_unit_test(reasons_are_ranked),
        cmocka_unit_test(settings_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

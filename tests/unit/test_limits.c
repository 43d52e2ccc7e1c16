// The supervisor: every way a worker can end.
#include "base/limits.h"
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static Ending ending;
static char tempdir_seen[400]; // shared with the worker through a file
static char note_path[] = "/tmp/hone-test-XXXXXX";

static void note_tempdir(void) {
    FILE *out = fopen(note_path, "w");
    fprintf(out, "%s", limits_tempdir());
    fclose(out);
    char path[500];
    snprintf(path, sizeof path, "%s/folder", limits_tempdir());
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/folder/file", limits_tempdir());
    out = fopen(path, "w");
    fputs("x", out);
    fclose(out);
}

static void supervise(Limits limits, int (*work)(const void *)) {
    Reason why;
    assert_true(limits_supervise(&limits, work, NULL, &ending, &why));
    FILE *in = fopen(note_path, "r");
    if (in && fgets(tempdir_seen, sizeof tempdir_seen, in))
        assert_int_not_equal(access(tempdir_seen, F_OK), 0); // removed
    if (in)
        fclose(in);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); // no child is left
}

static int give_result(const void *argument) {
    (void)argument;
    note_tempdir();
    assert(limits_left() > 3 && limits_left() <= 5 && !limits_hit());
    limits_result("first");
    limits_result("false(unreach-call)");
    return EXIT_FALSE;
}

static void normal_end(void **state) {
    (void)state;
    supervise((Limits){ .seconds = 5 }, give_result);
    assert_int_equal(ending.kind, ENDED_NORMALLY);
    assert_int_equal(ending.code, EXIT_FALSE);
    assert_string_equal(ending.result, "false(unreach-call)");
    assert_true(ending.megabytes > 1);
}

static int crash(const void *argument) {
    (void)argument;
    note_tempdir();
    raise(SIGKILL);
    return 0;
}

static void crashed(void **state) {
    (void)state;
    supervise((Limits){ 0 }, crash);
    assert_int_equal(ending.kind, ENDED_CRASHED);
    assert_int_equal(ending.signal, SIGKILL);
}

static int leave(const void *argument) {
    (void)argument;
    limits_result("true");
    _exit(0); // a library that ends the process, as if all were well
}

static void left_in_the_middle(void **state) {
    (void)state;
    supervise((Limits){ 0 }, leave);
    assert_int_equal(ending.kind, ENDED_CRASHED);
}

static volatile uint64_t counter;

static int spin(const void *argument) {
    (void)argument;
    note_tempdir();
    if (fork() == 0) {
        setsid(); // tries to get away
        if (fork() == 0)
            for (;;)
                counter++;
        _exit(0);
    }
    for (;;)
        counter++;
    return 0;
}

static void ignores_its_limit(void **state) {
    (void)state;
    double started = clock_wall();
    supervise((Limits){ .seconds = 0.3 }, spin);
    assert_int_equal(ending.kind, ENDED_TIMEOUT);
    assert_true(clock_wall() - started < 4);
}

static int wind_up(const void *argument) {
    (void)argument;
    while (!limits_hit())
        counter++;
    limits_result("unknown(bound)");
    return EXIT_UNKNOWN;
}

static void winds_up(void **state) {
    (void)state;
    supervise((Limits){ .seconds = 0.3 }, wind_up);
    assert_int_equal(ending.kind, ENDED_TIMEOUT);
    assert_true(ending.wall < 1);
}

static int late_answer(const void *argument) {
    (void)argument;
    while (!limits_hit())
        counter++;
    limits_result("true");
    return EXIT_TRUE;
}

static void an_answer_in_the_grace_counts(void **state) {
    (void)state;
    supervise((Limits){ .seconds = 0.3 }, late_answer);
    assert_int_equal(ending.kind, ENDED_NORMALLY);
    assert_string_equal(ending.result, "true");
}

static int sleep_long(const void *argument) {
    (void)argument;
    sleep(60);
    return 0;
}

static void wall_time_counts(void **state) {
    (void)state;
    supervise((Limits){ .seconds = 0.3 }, sleep_long);
    assert_int_equal(ending.kind, ENDED_TIMEOUT);
    assert_true(ending.cpu < 0.3);
}

// The memory is that of a child of the worker.
static int fill(const void *argument) {
    (void)argument;
    if (fork() == 0)
        for (;;)
            memset(malloc(1 << 20), 1, 1 << 20);
    sleep(60);
    return 0;
}

static void memory_of_children_counts(void **state) {
    (void)state;
    supervise((Limits){ .megabytes = 400 }, fill);
    assert_int_equal(ending.kind, ENDED_MEMORY);
    assert_true(ending.megabytes > 400 && ending.megabytes < 3000);
}

static int signal_parent(const void *argument) {
    (void)argument;
    kill(getppid(), SIGTERM);
    for (;;)
        counter++;
    return 0;
}

static void interrupted(void **state) {
    (void)state;
    supervise((Limits){ 0 }, signal_parent);
    assert_int_equal(ending.kind, ENDED_INTERRUPTED);
}

static int use_stack(const void *argument) {
    (void)argument;
    volatile char large[200 << 20];
    for (size_t i = 0; i < sizeof large; i += 4096)
        large[i] = 1;
    return large[4096];
}

static void deep_stack(void **state) {
    (void)state;
    supervise((Limits){ 0 }, use_stack);
    assert_int_equal(ending.kind, ENDED_NORMALLY);
    assert_int_equal(ending.code, 1);
}

int main(void) {
    close(mkstemp(note_path));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_end),         cmocka_unit_test(crashed),
        cmocka_unit_test(left_in_the_middle), cmocka_unit_test(ignores_its_limit),
        cmocka_unit_test(winds_up),           cmocka_unit_test(an_answer_in_the_grace_counts),
        cmocka_unit_test(wall_time_counts),   cmocka_unit_test(memory_of_children_counts),
        cmocka_unit_test(interrupted),        cmocka_unit_test(deep_stack),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(note_path);
    return failed;
}

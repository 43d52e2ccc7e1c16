// The command line: values of each kind, what is passed to the compiler, messages.
#include "base/options.h"
#include <setjmp.h>
#include <cmocka.h>

static Arena *arena;
static Options options;
static Reason why;

// Reads words separated by blanks.
static bool reads(Command command, const char *line) {
    char *words[40], *copy = arena_strdup(arena, line), *save;
    int n = 0;
    for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
        words[n++] = w;
    vec_free(&options.files);
    vec_free(&options.compiler);
    return options_read(&options, command, n, words, arena, &why);
}

static void defaults(void **state) {
    (void)state;
    assert_true(reads(COMMAND_CHECK, ""));
    assert_null(options.property);
    assert_int_equal(options.timeout, 900);
    assert_int_equal(options.random, -1);
    assert_int_equal(options.data_model, 0);
    assert_false(options.stats);
    assert_int_equal(options.files.count, 0);
}

static void values(void **state) {
    (void)state;
    assert_true(reads(COMMAND_CHECK, "a.c --timeout 5 --memory=70 --data-model ilp32 --externals=stop --stats b.c"));
    assert_int_equal(options.timeout, 5);
    assert_int_equal(options.memory, 70);
    assert_int_equal(options.data_model, MODEL_ILP32);
    assert_int_equal(options.externals, 3);
    assert_true(options.stats);
    assert_int_equal(options.files.count, 2);
    assert_string_equal(options.files.at[1], "b.c");
    assert_true(reads(COMMAND_CHECK, "-m32 -- --stats"));
    assert_int_equal(options.data_model, MODEL_ILP32);
    assert_false(options.stats);
    assert_string_equal(options.files.at[0], "--stats");
    assert_true(reads(COMMAND_CHECK, "--malloc-may-fail"));
    assert_true(options.malloc_may_fail);
}

static void compiler_arguments(void **state) {
    (void)state;
    assert_true(reads(COMMAND_RUN, "-Iinc -I inc2 -DX=1 -U Y -std=c99 --include pre.h -isystem s f.c"));
    static const char *const wanted[] = { "-Iinc",    "-I",       "inc2",  "-DX=1",    "-U", "Y",
                                          "-std=c99", "-include", "pre.h", "-isystem", "s" };
    assert_int_equal(options.compiler.count, COUNT(wanted));
    for (uint32_t i = 0; i < COUNT(wanted); i++)
        assert_string_equal(options.compiler.at[i], wanted[i]);
    assert_int_equal(options.files.count, 1);
}

static void refuses(const char *line, const char *message) {
    assert_false(reads(COMMAND_CHECK, line));
    if (!strstr(why.text, message))
        fail_msg("'%s' gives '%s', which lacks '%s'", line, why.text, message);
}

static void mistakes(void **state) {
    (void)state;
    refuses("--propperty x", "did you mean --property?");
    refuses("--datamodel LP64", "did you mean --data-model?");
    refuses("--data_model LP64", "did you mean --data-model?");
    refuses("--zzzzzzzzzz", "'hone help' lists");
    refuses("--random 3", "option of 'hone run'");
    refuses("--timeout", "needs a value");
    refuses("--timeout 3x", "whole number");
    refuses("--timeout -3", "whole number");
    refuses("--stats=1", "takes no value");
    refuses("--dump all", "one of program|dot");
    refuses("--dump program|dot", "one of program|dot");
    refuses("--dump =", "one of program|dot");
    refuses("-I", "needs a value");
    refuses("-includefoo", "unknown option");
    refuses("-x", "unknown option -x");
}

static void help_names_every_option(void **state) {
    (void)state;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    options_help(COMMAND_CHECK, 80, out);
    fclose(out);
    assert_non_null(strstr(text, "--data-model ILP32|LP64"));
    assert_non_null(strstr(text, "(default: 900)"));
    assert_null(strstr(text, "--random"));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(strlen(line) <= 80 && line[strlen(line) - 1] != ' ');
    free(text);
}

int main(void) {
    arena = arena_new();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
        cmocka_unit_test(values),
        cmocka_unit_test(compiler_arguments),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(help_names_every_option),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    vec_free(&options.files);
    vec_free(&options.compiler);
    arena_free(arena);
    return failed;
}

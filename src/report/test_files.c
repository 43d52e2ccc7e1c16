#include "report/test_files.h"
#include "report/own_files.h"
#include <string.h>

static bool is_test_name(const char *name) {
    size_t n = strlen(name);
    bool numbered =
        !strncmp(name, "test_", 5) && n > 7 && !strcmp(name + n - 2, ".c") && strspn(name + 5, "0123456789") == n - 7;
    return numbered || !strcmp(name, "fail.c");
}

bool test_files_check(const char *directory, Reason *why) {
    static const char *const names[] = { "Makefile", "run_all.c", "fail.c", "test_001.c" };
    return own_directory(directory, COUNT(names), names, is_test_name, why);
}

// ---- the Makefile ----
static void make_makefile(const TestFiles *t, uint32_t n, bool failing, Arena *arena, Text *out) {
    text_add(out, "# %s from %s\n", OWN_MARK, t->api->path);
    text_add(out, "# check: builds and runs the tests; coverage: branches of the container, by gcov%s\n",
             failing ? "; fail: the test that fails" : "");
    text_add(out, "CC = gcc\nCFLAGS = -g -O0 -w %s\nTESTS =", t->flags);
    for (uint32_t i = 0; i < n; i++)
        text_add(out, " test_%03u", i + 1);
    text_add(out, "\nOBJECTS =");
    for (uint32_t i = 0; i < t->sources->count; i++)
        text_add(out, " source%u.o", i + 1);
    text_add(out, "\nTEST_FLAGS =");
    make_arguments(t->test, arena, out);
    text_add(out, "\n\ncheck: $(TESTS) run_all\n\t./run_all\n");
    text_add(out, "$(TESTS): %%: %%.c $(OBJECTS)\n"
                  "\t$(CC) $(CFLAGS) $(COVERAGE) $(TEST_FLAGS) -o $@ $< $(OBJECTS) -lm\n");
    text_add(out, "run_all: run_all.c\n\t$(CC) -o $@ $<\n");
    make_objects(t->sources, "$(COVERAGE)", "", arena, out);
    text_add(out, "coverage:\n\t$(MAKE) clean\n\t$(MAKE) check COVERAGE=--coverage\n\tgcov -b -c -o . source*.o\n");
    if (failing) {
        text_add(out, "fail: fail.c\n\t$(CC) $(CFLAGS) -fsanitize=address $(TEST_FLAGS) -o $@ fail.c");
        for (uint32_t i = 0; i < t->sources->count; i++)
            make_quote(out, absolute_path(t->sources->at[i].path, arena));
        text_add(out, " -lm\n");
    }
    text_add(out, "clean:\n\trm -f $(TESTS) run_all fail *.o *.gcda *.gcno *.gcov\n.PHONY: check coverage clean\n");
}

// ---- the programs ----
static void make_runner(uint32_t n, Text *out) {
    text_add(out, "// %s: runs all tests; the exit code says how many fail\n", OWN_MARK);
    text_add(out, "#include <stdio.h>\n#include <stdlib.h>\n\nint main(void) {\n    int failed = 0;\n");
    text_add(out, "    for (int i = 1; i <= %u; i++) {\n        char command[40];\n", n);
    text_add(out, "        snprintf(command, sizeof command, \"./test_%%03d\", i);\n"
                  "        if (system(command) != 0) {\n"
                  "            printf(\"%%s fails\\n\", command);\n            failed++;\n        }\n    }\n");
    text_add(out, "    printf(\"%%d of %u tests fail\\n\", failed);\n    return failed < 100 ? failed : 100;\n}\n", n);
}

static bool write_test(const TestFiles *t, const char *name, const Sequence *s, const char *claim, Arena *arena,
                       Reason *why) {
    assert(!s->n || s->calls);
    Text text = { 0 };
    const char *head = arena_printf(arena, "// %s from %s%s%s\n", OWN_MARK, t->api->path, *claim ? ": " : "", claim);
    api_test(t->api, t->calls, s->n, s->calls, head, &text);
    bool good = own_write(t->directory, name, &text, arena, why);
    vec_free(&text);
    return good;
}

bool test_files_write(const TestFiles *t, uint32_t n, const Sequence tests[], const Sequence *failing,
                      const char *claim, Arena *arena, Reason *why) {
    assert(t->directory && *t->directory);
    Text makefile = { 0 }, runner = { 0 };
    make_makefile(t, n, failing != NULL, arena, &makefile);
    make_runner(n, &runner);
    bool good = own_write(t->directory, "Makefile", &makefile, arena, why) &&
                own_write(t->directory, "run_all.c", &runner, arena, why);
    for (uint32_t i = 0; i < n && good; i++)
        good = write_test(t, arena_printf(arena, "test_%03u.c", i + 1), &tests[i], "", arena, why);
    if (failing && good)
        good = write_test(t, "fail.c", failing, claim, arena, why);
    vec_free(&makefile);
    vec_free(&runner);
    return good;
}

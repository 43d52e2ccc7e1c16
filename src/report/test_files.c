#include "report/test_files.h"
#include "spec/file.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char MARK[] = "Made by 'hone test'";

// ---- files that are Hone's ----
static bool is_ours(const char *path) {
    char line[200] = "";
    FILE *in = fopen(path, "r");
    bool ours = in && fgets(line, sizeof line, in) && strstr(line, MARK);
    if (in)
        fclose(in);
    return ours;
}

static bool may_write(const char *path, Reason *why) {
    struct stat st;
    if (lstat(path, &st) != 0 || (S_ISREG(st.st_mode) && is_ours(path)))
        return true;
    reason_set(why, "%.300s is not a file that Hone made: it is not overwritten", path);
    return false;
}

static bool write_text(const char *path, const Text *text, Reason *why) {
    assert(text->count && strstr(text->at, MARK)); // else it would not be ours the next time
    if (!may_write(path, why))
        return false;
    FILE *out = fopen(path, "w");
    bool good = out && fwrite(text->at, 1, text->count, out) == text->count;
    good = out && fclose(out) == 0 && good;
    if (!good)
        reason_set(why, "cannot write %.300s: %s", path, strerror(errno));
    return good;
}

static bool is_test_name(const char *name) {
    size_t n = strlen(name);
    return !strncmp(name, "test_", 5) && n > 7 && !strcmp(name + n - 2, ".c") &&
           strspn(name + 5, "0123456789") == n - 7;
}

// Tests of an earlier run, which this one may not have.
static void remove_old(const char *directory, Arena *arena) {
    DIR *d = opendir(directory);
    for (struct dirent *e; d && (e = readdir(d));) {
        const char *path = arena_printf(arena, "%s/%s", directory, e->d_name);
        if ((is_test_name(e->d_name) || !strcmp(e->d_name, "fail.c")) && is_ours(path))
            remove(path);
    }
    if (d)
        closedir(d);
}

bool test_files_check(const char *directory, Reason *why) {
    assert(directory && *directory);
    static const char *const names[] = { "Makefile", "run_all.c", "fail.c", "test_001.c" };
    Arena *arena = arena_new();
    struct stat st;
    bool good = (mkdir(directory, 0777) == 0 || errno == EEXIST) && stat(directory, &st) == 0 && S_ISDIR(st.st_mode);
    if (!good)
        reason_set(why, "cannot make the directory %.300s: %s", directory, strerror(errno ? errno : ENOTDIR));
    for (size_t i = 0; i < COUNT(names) && good; i++)
        good = may_write(arena_printf(arena, "%s/%s", directory, names[i]), why);
    if (good)
        remove_old(directory, arena);
    arena_free(arena);
    return good;
}

// ---- the Makefile ----
static void add_quoted(Text *out, const char *word) {
    text_add(out, " '");
    for (const char *c = word; *c; c++)
        text_add(out, *c == '$' ? "$$" : *c == '\'' ? "'\\''" : "%c", *c);
    text_add(out, "'");
}

// Relative paths are from where Hone ran, not from where make does.
static const char *absolute(const char *path, Arena *arena) {
    char *real = realpath(path, NULL);
    const char *copy = arena_strdup(arena, real ? real : path);
    free(real);
    return copy;
}

// Options with their values; of directories the absolute paths.
static void add_arguments(const SourceFile *file, Arena *arena, Text *out) {
    for (uint32_t i = 0; i < file->arguments.count; i++) {
        const char *word = file->arguments.at[i];
        bool before =
            i && (!strcmp(file->arguments.at[i - 1], "-I") || !strcmp(file->arguments.at[i - 1], "-isystem") ||
                  !strcmp(file->arguments.at[i - 1], "-include"));
        if (before)
            word = absolute(word, arena);
        else if (!strncmp(word, "-I", 2) && word[2])
            word = arena_printf(arena, "-I%s", absolute(word + 2, arena));
        add_quoted(out, word);
    }
}

static void add_objects(const TestFiles *t, const char *rule, Arena *arena, Text *out) {
    for (uint32_t i = 0; i < t->sources->count; i++) {
        const SourceFile *file = &t->sources->at[i];
        const char *path = absolute(file->path, arena);
        text_add(out, "source%u.o: %s\n\t$(CC) $(CFLAGS) %s", i + 1, path, rule);
        add_arguments(file, arena, out);
        text_add(out, " -c -o $@ $<\n");
    }
}

static void make_makefile(const TestFiles *t, uint32_t n, bool failing, Arena *arena, Text *out) {
    text_add(out, "# %s from %s\n", MARK, t->api->path);
    text_add(out, "# check: builds and runs the tests; coverage: branches of the container, by gcov%s\n",
             failing ? "; fail: the test that fails" : "");
    text_add(out, "CC = gcc\nCFLAGS = -g -O0 -w %s\nTESTS =", t->flags);
    for (uint32_t i = 0; i < n; i++)
        text_add(out, " test_%03u", i + 1);
    text_add(out, "\nOBJECTS =");
    for (uint32_t i = 0; i < t->sources->count; i++)
        text_add(out, " source%u.o", i + 1);
    text_add(out, "\nTEST_FLAGS =");
    add_arguments(t->test, arena, out);
    text_add(out, "\n\ncheck: $(TESTS) run_all\n\t./run_all\n");
    text_add(out, "$(TESTS): %%: %%.c $(OBJECTS)\n"
                  "\t$(CC) $(CFLAGS) $(COVERAGE) $(TEST_FLAGS) -o $@ $< $(OBJECTS) -lm\n");
    text_add(out, "run_all: run_all.c\n\t$(CC) -o $@ $<\n");
    add_objects(t, "$(COVERAGE)", arena, out);
    text_add(out, "coverage:\n\t$(MAKE) clean\n\t$(MAKE) check COVERAGE=--coverage\n\tgcov -b -c -o . source*.o\n");
    if (failing) {
        text_add(out, "fail: fail.c\n\t$(CC) $(CFLAGS) -fsanitize=address $(TEST_FLAGS) -o $@ fail.c");
        for (uint32_t i = 0; i < t->sources->count; i++)
            add_quoted(out, absolute(t->sources->at[i].path, arena));
        text_add(out, " -lm\n");
    }
    text_add(out, "clean:\n\trm -f $(TESTS) run_all fail *.o *.gcda *.gcno *.gcov\n.PHONY: check coverage clean\n");
}

// ---- the programs ----
static void make_runner(uint32_t n, Text *out) {
    text_add(out, "// %s: runs all tests; the exit code says how many fail\n", MARK);
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
    const char *head = arena_printf(arena, "// %s from %s%s%s\n", MARK, t->api->path, *claim ? ": " : "", claim);
    api_test(t->api, t->calls, s->n, s->calls, head, &text);
    bool good = write_text(arena_printf(arena, "%s/%s", t->directory, name), &text, why);
    vec_free(&text);
    return good;
}

bool test_files_write(const TestFiles *t, uint32_t n, const Sequence tests[], const Sequence *failing,
                      const char *claim, Arena *arena, Reason *why) {
    assert(t->directory && *t->directory);
    Text makefile = { 0 }, runner = { 0 };
    make_makefile(t, n, failing != NULL, arena, &makefile);
    make_runner(n, &runner);
    bool good = write_text(arena_printf(arena, "%s/Makefile", t->directory), &makefile, why) &&
                write_text(arena_printf(arena, "%s/run_all.c", t->directory), &runner, why);
    for (uint32_t i = 0; i < n && good; i++)
        good = write_test(t, arena_printf(arena, "test_%03u.c", i + 1), &tests[i], "", arena, why);
    if (failing && good)
        good = write_test(t, "fail.c", failing, claim, arena, why);
    vec_free(&makefile);
    vec_free(&runner);
    return good;
}

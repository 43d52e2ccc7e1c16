// test_library.c - the table of library models agrees with the model files
#include "frontend/late.h"
#include "frontend/library.h"
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define MODELS "src/frontend/libc/"

// The names a model file defines, as clang sees them, separated by blanks.
static void defined_names(const char *file, const char *bits, char *names, size_t room) {
    char command[600];
    snprintf(command, sizeof command,
             "clang-19 -m%s -O0 -ffreestanding -fno-math-errno -w -c -emit-llvm -o - " MODELS "%s | "
             "llvm-nm-19 --defined-only --extern-only --just-symbol-name -",
             bits, file);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t n = fread(names, 1, room - 1, pipe);
    names[n] = 0;
    assert_int_equal(pclose(pipe), 0);
    for (size_t i = 0; i < n; i++)
        if (names[i] == '\n')
            names[i] = ' ';
}

static bool has(const char *names, const char *name, size_t length) {
    for (const char *at = names; (at = strstr(at, name)); at++)
        if ((at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

static size_t count_in(const char *names, const char *all, const char *file) {
    size_t count = 0;
    for (const char *at = names; *at; at += strspn(at, " ")) {
        char name[100];
        size_t n = strcspn(at, " ");
        assert_true(n < sizeof name);
        memcpy(name, at, n);
        name[n] = 0;
        if (!has(all, name, n))
            fail_msg("%s: '%s' is in the table or in the file only", file, name);
        count++;
        at += n;
    }
    return count;
}

static void test_table(void **state) {
    (void)state;
    const char *names;
    static char found[1 << 16];
    for (size_t i = 0; library_model(i, &names); i++) {
        const char *file = library_model(i, &names);
        for (int bits = 32; bits <= 64; bits += 32) {
            defined_names(file, bits == 32 ? "32" : "64", found, sizeof found);
            size_t n = count_in(names, found, file);
            assert_true(n > 0);
            assert_int_equal(n, count_in(found, names, file));
        }
    }
}

// Each file of the folder is in the table, but for start.c.
static void test_files(void **state) {
    (void)state;
    FILE *pipe = popen("cd " MODELS " && ls *.c", "r");
    char file[100];
    size_t files = 0;
    while (fscanf(pipe, "%99s", file) == 1) {
        const char *names, *entry;
        bool found = strcmp(file, "start.c") == 0;
        for (size_t i = 0; (entry = library_model(i, &names)); i++)
            found = found || strcmp(entry, file) == 0;
        if (!found)
            fail_msg("%s is not in the table", file);
        files++;
    }
    pclose(pipe);
    assert_true(files > 10);
}

static void test_lookup(void **state) {
    (void)state;
    assert_string_equal(library_file("strlen"), "string.c");
    assert_string_equal(library_file("stdout"), "stdio.c");
    assert_string_equal(library_file("__isoc99_sscanf"), "scanf.c");
    assert_null(library_file("strle"));
    assert_null(library_file("strlenx"));
    assert_null(library_file(""));
}

static void test_formats(void **state) {
    (void)state;
    assert_int_equal(library_format_argument("fprintf"), 1);
    assert_int_equal(library_format_argument("sprintf"), -1);
    assert_false(library_format_stores("a %d %-5.3s %% %lld %*.*f\n"));
    assert_true(library_format_stores("%d%n"));
    assert_true(library_format_stores("%hhn"));
    assert_true(library_format_stores("%d %2$n"));
    assert_false(library_format_stores("%1$d"));
    assert_false(library_format_stores("100%"));
    assert_false(library_format_stores("100%%n"));
}

// Which function is declared a constructor or destructor behind its definition.
static void test_late_attributes(void **state) {
    (void)state;
    static const struct {
        const char *text, *name;
    } rows[] = {
        { "void f(void) { }\nvoid f(void) __attribute__((constructor));\n", "f" },
        { "void f(void) { }\n# 7 \"a.c\"\n__attribute__((__destructor__(200))) void f(void);", "f" },
        { "static void f(void) { }\nextern __typeof(f) f __attribute__((destructor));", "f" },
        { "void f (void) { { } }\nvoid g(void), f(void) __attribute__ ((unused, constructor));", "f" },
        { "int a[] = { 1 }; void f(void) __attribute__((cold)) { } void f(void) [[gnu::constructor]];", "f" },
        // in time
        { "void f(void) __attribute__((constructor)); void f(void) { }", NULL },
        { "__attribute__((constructor)) void f(void) { }", NULL },
        { "__attribute__((constructor(101))) void f(void) { } __attribute__((constructor(102))) void g(void);", NULL },
        // of others, and none
        { "void f(void) { } void g(void) __attribute__((constructor));", NULL },
        { "void f(void) { char *s = \"void f(void) __attribute__((constructor));\"; } void f(void);", NULL },
        { "void f(void) { } void f(void) __attribute__((unused));", NULL },
        { "struct s { int f; } x; int f; struct s y __attribute__((constructor));", NULL },
        { "void f(void) { int constructor; } int x;", NULL },
        { "}}))((\"", NULL },
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *found = late_attribute(rows[i].text, arena);
        if (found && rows[i].name)
            assert_string_equal(found, rows[i].name);
        else if (found || rows[i].name)
            fail_msg("%s: found %s", rows[i].text, found ? found : "nothing");
    }
    assert_true(late_is_possible("void f(void) __attribute__((constructor));"));
    assert_true(late_is_possible("#include  \"a.h\"\n"));
    assert_false(late_is_possible("#include <stdio.h>\nint main(void) { }\n"));
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),   cmocka_unit_test(test_files),           cmocka_unit_test(test_lookup),
        cmocka_unit_test(test_formats), cmocka_unit_test(test_late_attributes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

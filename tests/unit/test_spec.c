// Property files, task definitions, JSON and compilation databases.
#include "base/limits.h"
#include "spec/compdb.h"
#include "spec/file.h"
#include "spec/input.h"
#include "spec/json.h"
#include "spec/taskdef.h"
#include <setjmp.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static Arena *arena;
static Reason why;
static char *folder; // a fresh directory

static char *in_folder(const char *name) {
    return arena_printf(arena, "%s/%s", folder, name);
}

static char *write_file(const char *name, const char *text) {
    char *path = in_folder(name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    return path;
}

// ---- properties ----
static void property_files(void **state) {
    (void)state;
    static const struct {
        const char *text;
        PropertyKind kind;
        const char *entry, *function;
    } rows[] = {
        { "CHECK( init(main()), LTL(G ! call(reach_error())) )\n", PROPERTY_UNREACH_CALL, "main", "reach_error" },
        { "  CHECK(init( start ( ) ),LTL( G!call( __VERIFIER_error( ) ) ) )", PROPERTY_UNREACH_CALL, "start",
          "__VERIFIER_error" },
        { "# x\n\nCHECK( init(main()), LTL(G ! overflow) )\r\n", PROPERTY_NO_OVERFLOW, "main", NULL },
        { "CHECK( init(main()), LTL(G ! data-race) )", PROPERTY_NO_DATA_RACE, "main", NULL },
        { "CHECK( init(main()), LTL(F end) )", PROPERTY_TERMINATION, "main", NULL },
        { "CHECK( init(main()), LTL(G ! label(ERROR)) )", PROPERTY_UNREACH_LABEL, "main", "ERROR" },
        { "CHECK( init(main()), LTL(G valid-memcleanup) )", PROPERTY_VALID_MEMCLEANUP, "main", NULL },
        { "CHECK( init(main()), LTL(G valid-deref) )", PROPERTY_VALID_DEREF, "main", NULL },
        { "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
          "CHECK( init(main()), LTL(G valid-memtrack) )\n",
          PROPERTY_VALID_MEMSAFETY, "main", NULL },
        { "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )", PROPERTY_COVERAGE, "main", NULL },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Property p;
        if (!property_parse("p.prp", rows[i].text, arena, &p, &why))
            fail_msg("%s: %s", rows[i].text, why.text);
        assert_int_equal(p.kind, rows[i].kind);
        assert_string_equal(p.entry, rows[i].entry);
        assert_true(p.from_file);
        assert_false(p.asserts);
        if (rows[i].function)
            assert_string_equal(p.error_function, rows[i].function);
        else
            assert_null(p.error_function);
        // what is emitted is read back as the same, and is its own canonical form
        if (p.kind == PROPERTY_COVERAGE)
            continue;
        Property again;
        char *lines = property_lines(&p, arena);
        assert_true(property_parse("p.prp", lines, arena, &again, &why));
        assert_int_equal(again.kind, p.kind);
        assert_string_equal(property_lines(&again, arena), lines);
    }
}

static void canonical_spelling(void **state) {
    (void)state;
    Property p;
    assert_true(property_by_name("unreach-call", &p));
    assert_string_equal(property_lines(&p, arena), "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    assert_false(p.asserts);
    assert_true(property_by_name("assert", &p));
    assert_true(p.asserts && p.kind == PROPERTY_UNREACH_CALL);
    assert_false(property_by_name("unreach", &p));
}

static void bad_properties(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "\n#\n",
        "CHECK",
        "CHECK( init(main()), LTL(G ! call(reach_error()) )",
        "CHECK( init(main()), LTL(G ! call(reach_error())) ) x",
        "CHECK( init(ma in()), LTL(G ! overflow) )",
        "CHECK( init(main()), LTL(G ! over flow) )",
        "CHECK( init(main()), LTL(G ! call(1x())) )",
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(other()), LTL(G valid-deref) )",
        "CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G valid-deref) )",
        "CHECK( init(main()), LTL(G ! call(f())) )\nCHECK( init(main()), LTL(G ! call(g())) )",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        Property p;
        if (property_parse("p.prp", texts[i], arena, &p, &why))
            fail_msg("accepted: %s", texts[i]);
        assert_non_null(strstr(why.text, "p.prp"));
    }
}

// ---- task definitions ----
static const char *const one_task = "format_version: '2.0'\n"
                                    "input_files: ['a*.c', b.c]\n"
                                    "properties:\n"
                                    "  - property_file: ../nowhere/termination.prp\n"
                                    "    expected_verdict: true\n"
                                    "  - property_file: over.prp\n"
                                    "    expected_verdict: false\n"
                                    "  - property_file: reach.prp\n"
                                    "options:\n"
                                    "  language: C\n"
                                    "  data_model: ILP32\n";

static void task_definitions(void **state) {
    (void)state;
    TaskDef task;
    PropertyKind wanted = PROPERTY_NO_OVERFLOW;
    write_file("a1.c", "");
    write_file("a2.c", "");
    write_file("b.c", "");
    write_file("over.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    write_file("reach.prp", "CHECK( init(go()), LTL(G ! call(bad())) )\n");
    char *path = write_file("t.yml", one_task);
    assert_true(taskdef_read(path, NULL, arena, &task, &why));
    assert_int_equal(task.files.count, 3);
    assert_string_equal(task.files.at[1], in_folder("a2.c"));
    assert_int_equal(task.pointer_bits, 32);
    assert_int_equal(task.property.kind, PROPERTY_UNREACH_CALL);
    assert_string_equal(task.property.entry, "go");
    assert_string_equal(task.property.error_function, "bad");
    assert_int_equal(task.expected, EXPECTED_UNSAID);
    vec_free(&task.files);
    assert_true(taskdef_read(path, &wanted, arena, &task, &why));
    assert_int_equal(task.property.kind, PROPERTY_NO_OVERFLOW);
    assert_int_equal(task.expected, EXPECTED_FALSE);
    vec_free(&task.files);
    wanted = PROPERTY_TERMINATION; // its file is not there, but its name says it
    assert_true(taskdef_read(path, &wanted, arena, &task, &why));
    assert_int_equal(task.property.kind, PROPERTY_TERMINATION);
    assert_int_equal(task.expected, EXPECTED_TRUE);
    vec_free(&task.files);
}

static void short_task(void **state) {
    (void)state;
    TaskDef task;
    char *path = write_file("short.yml", "format_version: '1.0'\ninput_files: 'b.c'\n");
    assert_true(taskdef_read(path, NULL, arena, &task, &why));
    assert_int_equal(task.files.count, 1);
    assert_int_equal(task.pointer_bits, 0);
    assert_int_equal(task.property.kind, PROPERTY_UNREACH_CALL);
    assert_true(task.property.from_file);
    vec_free(&task.files);
}

// A directory whose name glob would take for a pattern.
static void strange_directory(void **state) {
    (void)state;
    TaskDef task;
    mkdir(in_folder("d[1]*"), 0700);
    write_file("d[1]*/x.c", "");
    char *path = write_file("d[1]*/t.yml", "format_version: '2.0'\ninput_files: x.c\n");
    if (!taskdef_read(path, NULL, arena, &task, &why))
        fail_msg("%s", why.text);
    assert_int_equal(task.files.count, 1);
    vec_free(&task.files);
}

// ---- JSON ----
static void json_values(void **state) {
    (void)state;
    const Json *j = json_parse(
        "j", " {\"a\": [1, -2.5e3, true, null], \"b\\u00e9\": \"x\\n\\ud83d\\ude00\\\\\", \"\": {}} ", arena, &why);
    assert_non_null(j);
    const Json *a = json_member(j, "a");
    assert_int_equal(a->kind, JSON_ARRAY);
    assert_string_equal(a->first->next->text, "-2.5e3");
    assert_int_equal(a->first->next->next->next->kind, JSON_NULL);
    assert_string_equal(json_text(j, "b\xc3\xa9"), "x\n\xf0\x9f\x98\x80\\");
    assert_null(json_member(j, "c"));
    assert_null(json_text(j, "a"));
}

static void bad_json(void **state) {
    (void)state;
    static const char *const texts[] = { "",        "[",       "[1,]",     "{\"a\"}",       "{\"a\":1,}",  "\"abc",
                                         "\"\\x\"", "nul",     "1 2",      "[1}",           "{a:1}",       "\"\\u12\"",
                                         "-",       "\"\\",    "\"a\nb\"", "[\"a\" \"b\"]", "\"\\u0000\"", "0x10",
                                         "tru",     "{\"a\":}" };
    for (size_t i = 0; i < COUNT(texts); i++)
        if (json_parse("j", texts[i], arena, &why))
            fail_msg("accepted: %s", texts[i]);
}

// ---- compilation databases ----
static void databases(void **state) {
    (void)state;
    CompDb db;
    const char *text =
        "[{\"directory\":\"/w/build\",\"file\":\"../src/a.c\",\"arguments\":[\"cc\",\"-c\",\"-O2\",\"-Wall\",\"-Iinc\","
        "\"-I\",\"/abs\",\"-DX=\\\"q\\\"\",\"-D\",\"Y\",\"-fno-pic\",\"-funsigned-char\",\"-o\",\"a.o\",\"../src/"
        "a.c\"]},"
        " {\"directory\":\"/w\",\"file\":\"/w/b.c\",\"command\":\"gcc -m32 -std=c99 -DS='\\\"a b\\\"' -include pre.h "
        "-DT=\\\"\\\\\\\"t\\\\\\\"\\\" -isystem sys b.c\"},"
        " {\"directory\":\"/w\",\"file\":\"/w/b.c\",\"command\":\"gcc b.c\"},"
        " {\"directory\":\"/w\",\"file\":\"c.cc\",\"command\":\"g++ c.cc\"}]";
    if (!compdb_parse("/w/compile_commands.json", text, arena, &db, &why))
        fail_msg("%s", why.text);
    assert_int_equal(db.files.count, 2);
    assert_int_equal(db.skipped, 1);
    assert_int_equal(db.pointer_bits, 32);
    static const char *const wanted[2][8] = {
        { "-I/w/build/inc", "-I/abs", "-DX=\"q\"", "-DY", "-funsigned-char" },
        { "-std=c99", "-DS=\"a b\"", "-include", "/w/pre.h", "-DT=\"t\"", "-isystem", "/w/sys" },
    };
    assert_string_equal(db.files.at[0].path, "/w/build/../src/a.c");
    for (uint32_t f = 0; f < 2; f++) {
        uint32_t n = 0;
        while (n < 8 && wanted[f][n])
            n++;
        assert_int_equal(db.files.at[f].arguments.count, n);
        for (uint32_t i = 0; i < n; i++)
            assert_string_equal(db.files.at[f].arguments.at[i], wanted[f][i]);
        vec_free(&db.files.at[f].arguments);
    }
    vec_free(&db.files);
}

// ---- the whole order ----
static int read_line(Input *input, int n, char **args) {
    Options options;
    assert_true(options_read(&options, COMMAND_CHECK, n, args, arena, &why));
    int code = input_read(&options, "assert", arena, input, &why);
    vec_free(&options.files);
    vec_free(&options.compiler);
    return code;
}

static void free_input(Input *input) {
    for (uint32_t i = 0; i < input->frontend.files.count; i++)
        vec_free(&input->frontend.files.at[i].arguments);
    vec_free(&input->frontend.files);
}

static void defaults_of_plain_c(void **state) {
    (void)state;
    Input input;
    char *args[] = { "-DX", in_folder("a1.c"), in_folder("b.c") };
    assert_int_equal(read_line(&input, 3, args), 0);
    assert_int_equal(input.frontend.files.count, 2);
    assert_string_equal(input.frontend.files.at[1].arguments.at[0], "-DX");
    assert_int_equal(input.frontend.pointer_bits, 64);
    assert_int_equal(input.frontend.externals, EXTERNALS_HAVOC);
    assert_true(input.frontend.events.asserts);
    assert_string_equal(input.frontend.entry, "main");
    assert_string_equal(input.frontend.events.functions[0], "reach_error");
    assert_string_equal(input.frontend.events.functions[1], "__VERIFIER_error");
    free_input(&input);
}

static void defaults_of_a_task(void **state) {
    (void)state;
    Input input;
    char *args[] = { in_folder("t.yml"), "--entry", "other" };
    assert_int_equal(read_line(&input, 3, args), 0);
    assert_int_equal(input.frontend.files.count, 3);
    assert_int_equal(input.frontend.pointer_bits, 32);
    assert_int_equal(input.frontend.externals, EXTERNALS_PURE);
    assert_false(input.frontend.events.asserts);
    assert_string_equal(input.frontend.entry, "other");
    assert_string_equal(input.frontend.events.functions[0], "bad");
    assert_null(input.frontend.events.functions[1]);
    free_input(&input);
    char *named[] = { in_folder("t.yml"), "--property", "no-overflow", "-m64", "--externals", "havoc" };
    assert_int_equal(read_line(&input, 6, named), 0);
    assert_true(input.frontend.events.overflow && !input.frontend.events.functions[0]);
    assert_int_equal(input.frontend.pointer_bits, 64);
    assert_int_equal(input.frontend.externals, EXTERNALS_HAVOC);
    free_input(&input);
    char *filed[] = { in_folder("t.yml"), "--property", in_folder("over.prp") };
    assert_int_equal(read_line(&input, 3, filed), 0);
    assert_true(input.frontend.events.overflow && !input.frontend.events.functions[0]);
    free_input(&input);
}

static void wrong_orders(void **state) {
    (void)state;
    Input input;
    char *name[] = { in_folder("a1.c"), "--property", "no-overfow" };
    assert_int_equal(read_line(&input, 3, name), EXIT_USAGE);
    free_input(&input);
    char *missing[] = { in_folder("zzz.c") };
    assert_int_equal(read_line(&input, 1, missing), EXIT_INPUT);
    free_input(&input);
}

int main(void) {
    arena = arena_new();
    char pattern[] = "/tmp/hone-test-XXXXXX";
    folder = mkdtemp(pattern);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(property_files),     cmocka_unit_test(canonical_spelling),
        cmocka_unit_test(bad_properties),     cmocka_unit_test(task_definitions),
        cmocka_unit_test(short_task),         cmocka_unit_test(strange_directory),
        cmocka_unit_test(json_values),        cmocka_unit_test(bad_json),
        cmocka_unit_test(databases),          cmocka_unit_test(defaults_of_plain_c),
        cmocka_unit_test(defaults_of_a_task), cmocka_unit_test(wrong_orders),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    static const char *const files[] = { "a1.c",      "a2.c",      "b.c",         "over.prp", "reach.prp", "t.yml",
                                         "short.yml", "d[1]*/x.c", "d[1]*/t.yml", "d[1]*",    "" };
    for (size_t i = 0; i < COUNT(files); i++)
        remove(in_folder(files[i]));
    arena_free(arena);
    return failed;
}

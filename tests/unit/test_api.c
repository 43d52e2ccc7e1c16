// The interface of a container: FILE.api, types, calls, texts.
#include "spec/api.h"
#include <setjmp.h>
#include <cmocka.h>

static Arena *arena;

static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

static const char GOOD[] = "# a tree\n"
                           "include \"tree.h\"\n"
                           "container struct tree *t = tree_new()   # made anew for each test\n"
                           "functions tree_add, tree_has\n"
                           "values 0..2\n"
                           "values tree_add.key = -1, 5..6, f(1, 2)\n"
                           "check tree_ok(t);\n"
                           "predicate tree_size(t) > 2\n"
                           "finally tree_free(t)\n"
                           "length 5\n";

static void reads_a_file(void **state) {
    (void)state;
    Api api;
    Reason why;
    assert_true(api_parse("d/x.api", GOOD, arena, &api, &why));
    assert_string_equal(api.directory, "d");
    assert_string_equal(api.container.name, "t");
    assert_string_equal(api.container.declaration, "struct tree *t");
    assert_string_equal(api.container.value, "tree_new()");
    assert_int_equal(api.functions.count, 2);
    assert_string_equal(api.functions.at[1].text, "tree_has");
    assert_int_equal(api.values.count, 2);
    assert_int_equal(api.values.at[1].values.count, 4);
    assert_string_equal(api.values.at[1].values.at[2], "6");
    assert_string_equal(api.values.at[1].values.at[3], "f(1, 2)");
    assert_int_equal(api.bounds.count, 4);
    assert_int_equal(api.bounds.at[2], -1);
    assert_int_equal(api.bounds.at[3], 6);
    assert_string_equal(api.checks.at[0].text, "tree_ok(t)");
    assert_int_equal(api.checks.at[0].line, 7);
    assert_int_equal(api.length, 5);
    api_free(&api);
}

static void refuses(const char *text, const char *message) {
    Api api;
    Reason why;
    assert_false(api_parse("x.api", text, arena, &api, &why));
    assert_string_equal(why.text, message);
    api_free(&api);
}

static void refuses_mistakes(void **state) {
    (void)state;
    refuses("lenght 3\n", "x.api:1: unknown word 'lenght'; did you mean length?");
    refuses("\nlength 0\n", "x.api:2: length needs a number from 1 to 1000, not '0'");
    refuses("include tree.h\n", "x.api:1: include needs a file in quotes or angle brackets, not 'tree.h'");
    refuses("values 4..1\n", "x.api:1: '4..1' is not a range such as 0..4");
    refuses("values 1,,2\n", "x.api:1: a value is missing");
    refuses("values 0..99999\n", "x.api:1: the range 0..99999 has more than 10000 values");
    refuses("functions f+g\n", "x.api:1: 'f+g' is not the name of a function");
    refuses("container int x\ncontainer int y\n", "x.api:2: there is a container already, in line 1");
    refuses("container x\n",
            "x.api:1: a container is declared as 'container TYPE NAME' or 'container TYPE NAME = VALUE'");
    refuses("include \"a.h\"\n", "x.api:2: no container is given: 'container TYPE NAME = VALUE'");
    refuses("container int x", "x.api:1: nothing declares the functions: 'include \"FILE.h\"'");
    refuses("check\n", "x.api:1: something is missing behind the first word");
}

static void knows_types(void **state) {
    (void)state;
    assert_true(type_is_same("const struct tree *", "struct tree *"));
    assert_true(type_is_same("struct tree *restrict", "struct tree*"));
    assert_false(type_is_same("struct tree *", "struct trees *"));
    assert_false(type_is_same("struct tree *", "struct tree **"));
    assert_true(type_is_integer("unsigned long long"));
    assert_true(type_is_integer("const enum colour"));
    assert_true(type_is_integer("_Bool"));
    assert_false(type_is_integer("int *"));
    assert_false(type_is_integer("double"));
    assert_false(type_is_integer(""));
}

// ---- calls ----
static DeclaredFunction function(const char *name, uint32_t n, const char *const parameters[][2]) {
    DeclaredFunction f = { .name = name, .result = "void", .here = true };
    for (uint32_t i = 0; i < n; i++)
        vec_push(&f.parameters, (DeclaredParameter){ parameters[i][1], parameters[i][0] });
    return f;
}

static Declared declare(void) {
    Declared d = { 0 };
    vec_push(&d, function(API_PROBE, 1, (const char *const[][2]){ { "struct tree *", "t" } }));
    vec_push(&d, function("tree_add", 2, (const char *const[][2]){ { "struct tree *", "t" }, { "int", "key" } }));
    vec_push(&d, function("tree_has", 2, (const char *const[][2]){ { "const struct tree *", "t" }, { "int", "k" } }));
    vec_push(&d, function("tree_free", 1, (const char *const[][2]){ { "struct tree *", "t" } }));
    vec_push(&d, function("tree_map", 2, (const char *const[][2]){ { "struct tree *", "t" }, { "void *", "f" } }));
    vec_push(&d, function("other", 1, (const char *const[][2]){ { "int", "x" } }));
    return d;
}

static void makes_calls(void **state) {
    (void)state;
    Api api;
    Reason why;
    ApiCalls calls = { 0 };
    ApiTexts left_out = { 0 };
    Declared d = declare();
    assert_true(api_parse("x.api", GOOD, arena, &api, &why));
    assert_true(api_calls(&api, &d, false, arena, &calls, &left_out, &why));
    assert_int_equal(calls.count, 4 + 3);
    assert_string_equal(calls.at[0].text, "tree_add(t, -1)");
    assert_string_equal(calls.at[3].text, "tree_add(t, f(1, 2))");
    assert_string_equal(calls.at[6].text, "tree_has(t, 2)");
    assert_int_equal(calls.at[6].data, 2);
    calls.count = 0;
    assert_true(api_calls(&api, &d, true, arena, &calls, &left_out, &why)); // from the middle outwards
    assert_string_equal(calls.at[4].text, "tree_has(t, 1)");
    assert_string_equal(calls.at[5].text, "tree_has(t, 0)");
    vec_free(&calls);
    declared_free(&d);
    api_free(&api);
}

static void refuses_call(const char *text, const char *message) {
    Api api;
    Reason why;
    ApiCalls calls = { 0 };
    ApiTexts left_out = { 0 };
    Declared d = declare();
    assert_true(api_parse("x.api", arena_printf(arena, "include \"t.h\"\ncontainer struct tree *t\n%s", text), arena,
                          &api, &why));
    assert_false(api_calls(&api, &d, false, arena, &calls, &left_out, &why));
    assert_string_equal(why.text, message);
    vec_free(&calls);
    declared_free(&d);
    api_free(&api);
}

static void refuses_calls(void **state) {
    (void)state;
    refuses_call("functions tree_ad\n", "x.api:3: unknown function tree_ad; did you mean tree_add?");
    refuses_call("functions other\n",
                 "x.api:3: no parameter takes the container: it is a struct tree *, and other has none");
    refuses_call("functions tree_add\n", "x.api:3: no values for parameter key of tree_add: 'values 0..3'");
    refuses_call("functions tree_map\nvalues 0..2\n",
                 "x.api:3: no values for parameter f of tree_map: 'values NAME = EXPRESSION, ...'");
    refuses_call("functions tree_add\nvalues 1\nvalues kee = 1\n",
                 "x.api:5: no function has a parameter kee that takes these values");
}

static void reads_a_header(void **state) {
    (void)state;
    Api api;
    Reason why;
    ApiCalls calls = { 0 };
    ApiTexts left_out = { 0 };
    Declared d = declare();
    assert_true(api_of_header("d/tree.h", &d, arena, &api, &why));
    assert_string_equal(api.container.declaration, "struct tree  container"); // an object: nothing makes one
    assert_string_equal(api.finals.at[0].text, "tree_free(&container)");
    d.at[0].parameters.at[0].type = "struct tree";
    assert_true(api_calls(&api, &d, false, arena, &calls, &left_out, &why));
    assert_int_equal(calls.count, 8);
    assert_int_equal(left_out.count, 1); // tree_map: what should f be?
    vec_free(&calls);
    vec_free(&left_out);
    declared_free(&d);
    api_free(&api);
}

static void writes_a_test(void **state) {
    (void)state;
    Api api;
    Reason why;
    Text text = { 0 };
    ApiCalls calls = { 0 };
    vec_push(&calls, (ApiCall){ "f(t, 1)", "f", 0, 3 });
    assert_true(api_parse("x.api", GOOD, arena, &api, &why));
    api_test(&api, &calls, 2, (const uint32_t[]){ 0, 0 }, "// head\n", &text);
    assert_string_equal(text.at, "// head\n#undef NDEBUG\n#include <assert.h>\n#include \"tree.h\"\n\n"
                                 "static struct tree *t;\n\nint main(void) {\n    t = tree_new();\n    f(t, 1);\n"
                                 "    assert(tree_ok(t));\n    f(t, 1);\n    assert(tree_ok(t));\n"
                                 "    tree_free(t);\n    return 0;\n}\n");
    vec_free(&text);
    vec_free(&calls);
    api_free(&api);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_file),  cmocka_unit_test(refuses_mistakes), cmocka_unit_test(knows_types),
        cmocka_unit_test(makes_calls),   cmocka_unit_test(refuses_calls),    cmocka_unit_test(reads_a_header),
        cmocka_unit_test(writes_a_test),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

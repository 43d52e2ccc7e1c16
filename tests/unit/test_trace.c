// test_trace.c - reading, writing and converting inputs
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "program/run/trace.h"
#include <math.h>

static const ValueType BOOL1 = { SORT_BOOL, 1, 0 }, BV8 = { SORT_BV, 8, 0 }, BV32 = { SORT_BV, 32, 0 },
                       BV64 = { SORT_BV, 64, 0 }, BV128 = { SORT_BV, 128, 0 }, F32 = { SORT_FLOAT, 32, 8 },
                       F64 = { SORT_FLOAT, 64, 11 }, F80 = { SORT_FLOAT, 80, 15 }, F128 = { SORT_FLOAT, 128, 15 };

static bool parse(Trace *t, const char *text, Reason *why) {
    trace_init(t);
    return trace_parse(t, text, strlen(text), "inputs", why);
}

// The value of the one input in 'text'; *exact as trace_value says.
static Value value_of(const char *text, ValueType type, bool *exact) {
    Trace t;
    Reason why;
    assert_true(parse(&t, text, &why));
    assert_int_equal(t.inputs.count, 1);
    Value v;
    *exact = trace_value(&t.inputs.at[0], type, &v);
    trace_free(&t);
    return v;
}

static void expect(const char *text, ValueType type, uint64_t low, uint64_t high, bool exact) {
    bool really;
    Value v = value_of(text, type, &really);
    if (v.lo != low || v.hi != high || really != exact)
        fail_msg("%s: %llx %llx %d", text, (unsigned long long)v.lo, (unsigned long long)v.hi, really);
}

static uint64_t double_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, 8);
    return bits;
}

static void test_integers(void **state) {
    (void)state;
    expect("42", BV32, 42, 0, true);
    expect("-1", BV32, 0xffffffff, 0, true);
    expect("-1", BV128, UINT64_MAX, UINT64_MAX, true);
    expect("+0x10", BV32, 16, 0, true);
    expect("-0x80000000", BV32, 0x80000000, 0, true);
    expect("-2147483649", BV32, 0x7fffffff, 0, false);
    expect("4294967295", BV32, 0xffffffff, 0, true);
    expect("4294967296", BV32, 0, 0, false);
    expect("18446744073709551616", BV128, 0, 1, true);
    expect("0xffffffffffffffffffffffffffffffff", BV128, UINT64_MAX, UINT64_MAX, true);
    expect("12345ul", BV64, 12345, 0, true);
    expect("'a'", BV8, 'a', 0, true);
    expect("'#'", BV8, '#', 0, true);
    expect("' '", BV8, ' ', 0, true);
    expect("'\\n'", BV8, '\n', 0, true);
    expect("'\\0'", BV8, 0, 0, true);
    expect("'\\''", BV8, '\'', 0, true);
    expect("'\\xff'", BV8, 255, 0, true);
    expect("true", BOOL1, 1, 0, true);
    expect("false", BV32, 0, 0, true);
    expect("3.0", BV32, 3, 0, true);
    expect("-3.0", BV32, 0xfffffffd, 0, true);
    expect("3.5", BV32, 3, 0, false);
    expect("nan", BV32, 0, 0, false);
    bool exact;
    value_of("999999999999999999999999999999999999999999999999", BV64, &exact);
    assert_false(exact);
}

static void test_floats(void **state) {
    (void)state;
    expect("0.1", F64, double_bits(0.1), 0, true);
    expect("-0.0", F64, double_bits(-0.0), 0, true);
    expect("0x1.8p3", F64, double_bits(12), 0, true);
    expect("7", F64, double_bits(7), 0, true);
    expect("-0x10", F64, double_bits(-16), 0, true);
    expect("'A'", F64, double_bits(65), 0, true);
    expect("true", F64, double_bits(1), 0, true);
    expect("inf", F64, double_bits(INFINITY), 0, true);
    expect("-inf", F64, double_bits(-INFINITY), 0, true);
    expect("nan", F64, 0x7ff8000000000000, 0, true);
    expect("-nan", F64, 0x7ff8000000000000, 0, true);
    expect("1e400", F64, double_bits(INFINITY), 0, true);
    expect("16777217", F32, 0x4b800000, 0, true); // ties to even, in one rounding
    expect("1", F80, 1ull << 63, 0x3fff, true);
    expect("nan", F80, 3ull << 62, 0x7fff, true);
    expect("nan(0xfff4000000000001)", F64, 0xfff4000000000001, 0, true);
    expect("nan(0x1)", F64, 0x7ff8000000000000, 0, true); // no NaN
    expect("nan(0xffff8000000000000123)", F80, 0x8000000000000123, 0xffff, true);
    expect("1", F128, 0, 0x3fff000000000000, true);
}

static void test_file(void **state) {
    (void)state;
    Trace t;
    Reason why;
    const char *text =
        "# a comment\n\n  5  \nnondet_int -7 # why not\nuninit:main.x 0x20\nexternal:f 1.5\nlibrary:getchar 'q'\r\n"
        "memory 3 8 255\nmemory 3 8 254\nmemory 4 0 1\nthread 0 10\nthread 1 5\ninf\nnan nan\n'#'#x";
    assert_true(parse(&t, text, &why));
    assert_int_equal(t.inputs.count, 8);
    assert_int_equal(t.inputs.at[0].kind, INPUT_NONDET);
    assert_string_equal(name_text(t.names, t.inputs.at[1].name), "nondet_int");
    assert_int_equal(t.inputs.at[2].kind, INPUT_UNINIT);
    assert_string_equal(name_text(t.names, t.inputs.at[2].name), "main.x");
    assert_int_equal(t.inputs.at[3].kind, INPUT_EXTERNAL);
    assert_int_equal(t.inputs.at[4].kind, INPUT_LIBRARY);
    assert_string_equal(t.inputs.at[4].literal, "'q'");
    assert_string_equal(t.inputs.at[7].literal, "'#'");
    assert_int_equal(t.memory.count, 2);
    uint8_t byte = 0;
    assert_true(trace_byte(&t, 3, 8, &byte));
    assert_int_equal(byte, 254);
    assert_false(trace_byte(&t, 3, 9, &byte));
    assert_int_equal(t.schedule.count, 2);
    assert_int_equal(t.schedule.at[1].edges, 5);
    trace_free(&t);
}

static void expect_error(const char *text, const char *message) {
    Trace t;
    Reason why;
    assert_false(parse(&t, text, &why));
    if (!strstr(why.text, message))
        fail_msg("%s", why.text);
    trace_free(&t);
}

static void test_errors(void **state) {
    (void)state;
    expect_error("1\n2\nfoo\n", "inputs:3: not a value");
    expect_error("x y z", "inputs:1: too many words");
    expect_error("memory 0 1 2", "inputs:1: the object");
    expect_error("memory 1 -1 2", "inputs:1: the offset");
    expect_error("memory 1 1 256", "inputs:1: the byte");
    expect_error("memory 99999999999 1 6", "inputs:1: the object");
    expect_error("thread 1 0", "inputs:1: 'thread'");
    expect_error("na/me 5", "inputs:1: a name");
    expect_error("''", "not a value");
    expect_error("'\\q'", "not a value");
    expect_error("'\\x'", "not a value"); // the letter x has no escape
    expect_error("--5", "not a value");
    expect_error("- 5 5", "too many words");
    expect_error("0x", "not a value");
    Trace t;
    Reason why;
    trace_init(&t);
    assert_false(trace_parse(&t, "1\n2\0003\n", 6, "inputs", &why));
    assert_non_null(strstr(why.text, "inputs:2: a zero byte"));
    assert_false(trace_read(&t, "/nonexistent/inputs", &why));
    char *line = malloc(5000);
    memset(line, '1', 5000);
    assert_false(trace_parse(&t, line, 5000, "inputs", &why));
    assert_non_null(strstr(why.text, "too long"));
    free(line);
    trace_free(&t);
}

// Random values of every type come back from the text as they were.
static void test_round_trip(void **state) {
    (void)state;
    const ValueType types[] = {
        BOOL1, BV8, BV32, BV64, BV128, F32, F64, F80, F128, { SORT_BV, 1, 0 }, { SORT_BV, 65, 0 }, { SORT_FLOAT, 16, 5 }
    };
    uint64_t random = 1;
    Trace a, b;
    trace_init(&a);
    trace_init(&b);
    for (int i = 0; i < 6000; i++) {
        ValueType type = types[i % COUNT(types)];
        InputKind kind = (InputKind)(i % 4);
        trace_add_input(&a, kind, i % 3 ? "f" : "", (SrcPos){ 0, (uint32_t)(i % 2), 0 }, type,
                        random_value(&random, type));
        trace_set_byte(&a, (uint32_t)i, 7, (uint8_t)i);
        trace_add_turn(&a, (uint32_t)(i % 5), 1 + (uint64_t)i);
    }
    char *text;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    trace_write(&a, f);
    fclose(f);
    Reason why;
    // memory of object 0 does not exist: the writer's line is refused
    assert_false(trace_parse(&b, text, n, "t", &why));
    assert_non_null(strstr(why.text, "object"));
    free(text);
    trace_free(&b);
    trace_init(&b);
    a.memory.at[0].object = 70000;
    f = open_memstream(&text, &n);
    trace_write(&a, f);
    fclose(f);
    if (!trace_parse(&b, text, n, "t", &why))
        fail_msg("%s", why.text);
    assert_int_equal(a.inputs.count, b.inputs.count);
    for (uint32_t i = 0; i < a.inputs.count; i++) {
        const TraceInput *x = &a.inputs.at[i];
        TraceInput *y = &b.inputs.at[i];
        Value v;
        bool exact = trace_value(y, x->type, &v);
        if (!exact || !value_equal(v, x->value))
            fail_msg("input %u: %s", i, y->literal);
        assert_int_equal(x->kind, y->kind);
        y->type = x->type;
        y->value = v;
    }
    assert_int_equal(a.schedule.count, b.schedule.count);
    assert_int_equal(a.memory.count, b.memory.count);
    free(text);
    trace_free(&a);
    trace_free(&b);
}

static void test_equal(void **state) {
    (void)state;
    Trace a, b;
    trace_init(&a);
    trace_init(&b);
    trace_add_input(&a, INPUT_NONDET, "f", (SrcPos){ 0 }, BV32, (Value){ 1, 0 });
    assert_false(trace_equal(&a, &b));
    trace_add_input(&b, INPUT_NONDET, "f", (SrcPos){ 0 }, BV32, (Value){ 2, 0 });
    assert_false(trace_equal(&a, &b));
    b.inputs.at[0].value.lo = 1;
    assert_true(trace_equal(&a, &b));
    trace_set_byte(&a, 1, 2, 3);
    trace_set_byte(&b, 1, 2, 4);
    assert_false(trace_equal(&a, &b));
    trace_set_byte(&b, 1, 2, 3);
    assert_true(trace_equal(&a, &b));
    trace_add_turn(&a, 0, 3);
    trace_add_turn(&b, 0, 1);
    assert_false(trace_equal(&a, &b));
    trace_add_turn(&b, 0, 2);
    assert_true(trace_equal(&a, &b));
    trace_free(&a);
    trace_free(&b);
}

// Three kinds of text: any bytes, words of the right letters, and a good file
// with some letters changed.
static size_t make_garbage(uint64_t *random, char text[200]) {
    static const char good[] = "f 5\nmemory 1 2 3\nthread 0 9\nuninit:x -0x1.8p-3\n'\\x41' # c\n";
    static const char letters[] = "0123456789abcdefxXpP.+-'\\# \n\tmemory thread:nif()";
    uint64_t kind = random_next(random) % 3;
    size_t n = kind == 2 ? sizeof good - 1 : random_next(random) % 200;
    for (size_t i = 0; i < n; i++)
        text[i] = kind == 0   ? (char)random_next(random)
                  : kind == 1 ? letters[random_next(random) % (sizeof letters - 1)]
                              : good[i];
    for (uint64_t k = random_next(random) % 12; k && n; k--)
        text[random_next(random) % n] = letters[random_next(random) % (sizeof letters - 1)];
    return n;
}

// No crash, and an error has a message.
static void test_garbage(void **state) {
    (void)state;
    uint64_t random = 7;
    for (int round = 0; round < 20000; round++) {
        char text[200];
        size_t n = make_garbage(&random, text);
        char *exact = malloc(n + 1); // so that a sanitizer sees the bounds
        memcpy(exact, text, n);
        Trace t;
        Reason why = { "" };
        trace_init(&t);
        if (!trace_parse(&t, exact, n, "t", &why))
            assert_true(strncmp(why.text, "t:", 2) == 0);
        for (uint32_t i = 0; i < t.inputs.count; i++) {
            Value v;
            trace_value(&t.inputs.at[i], i % 2 ? F80 : BV32, &v);
        }
        trace_free(&t);
        free(exact);
    }
}

static void test_random(void **state) {
    (void)state;
    uint64_t s = 0;
    assert_true(random_next(&s) == 0xe220a8397b1dcdafu); // the published first number of seed 0
    uint64_t a = 5, b = 5;
    for (int i = 0; i < 100; i++)
        assert_true(value_equal(random_value(&a, BV32), random_value(&b, BV32)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers), cmocka_unit_test(test_floats),     cmocka_unit_test(test_file),
        cmocka_unit_test(test_errors),   cmocka_unit_test(test_round_trip), cmocka_unit_test(test_equal),
        cmocka_unit_test(test_garbage),  cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

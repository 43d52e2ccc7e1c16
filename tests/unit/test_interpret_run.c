// test_interpret_run.c - inputs and replay, printing, threads, regions, tracing
#include "build_program.h"

// ---- inputs ----
// Adds up three inputs and one uninitialised variable, and a byte never written.
static Build with_inputs(void) {
    Build b = begin();
    VarId x = local(&b, "x"), y = local(&b, "y"), z = local(&b, "z"), u = local(&b, "u"),
          c = local_of(&b, "c", bv(&b, 8));
    VarId heap = alloc(&b, OBJ_HEAP, "heap", adr(&b, 4));
    input(&b, x, "nondet_a");
    put(&b, (Cmd){ .kind = CMD_INPUT, .var = u, .input = INPUT_UNINIT, .text = program_name(b.p, "u") });
    input(&b, y, "nondet_b");
    input(&b, z, "nondet_a");
    load(&b, c, add(&b, val(&b, heap), adr(&b, 2)), 1);
    load(&b, c, add(&b, val(&b, heap), adr(&b, 2)), 1);
    Term sum = add(&b, add(&b, val(&b, x), val(&b, y)), add(&b, val(&b, z), val(&b, u)));
    ret(&b, add(&b, sum, term_zext(b.t, val(&b, c), 32)));
    return b;
}

static void test_inputs(void **state) {
    (void)state;
    Build b = with_inputs();
    Trace t;
    Reason why;
    trace_init(&t);
    const char *text = "nondet_a 1\n20\nwrong 300\nmemory 1 2 50\n";
    assert_true(trace_parse(&t, text, strlen(text), "t", &why));
    RunOptions o = checked();
    o.inputs = &t;
    RunResult r = run_with(&b, &o);
    expect_run(&r, RUN_RETURNED, "");
    assert_int_equal(r.exit_code, 371); // u does not take from the nondet inputs: it is 0
    assert_int_equal(r.misfits, 1);
    assert_int_equal(r.trace.inputs.count, 4);
    assert_int_equal(r.trace.inputs.at[1].kind, INPUT_UNINIT);
    assert_int_equal(r.trace.inputs.at[2].pos.line, 4);
    assert_int_equal(r.trace.memory.count, 1);
    run_result_free(&r);
    o.then = SOURCE_NONE;
    r = run_with(&b, &o);
    expect_run(&r, RUN_INPUTS_EXHAUSTED, "no input is left for u");
    run_result_free(&r);
    const char *more = "uninit:u 4000\n";
    assert_true(trace_parse(&t, more, strlen(more), "t", &why));
    r = run_with(&b, &o);
    expect_run(&r, RUN_RETURNED, "");
    assert_int_equal(r.exit_code, 4371);
    run_result_free(&r);
    trace_free(&t);
    program_free(b.p);
}

// A run with random inputs, and the same again from its own trace, through a file.
static void test_replay(void **state) {
    (void)state;
    Build b = with_inputs();
    Interpreter *it = interpreter_new(b.p);
    int64_t last = 0;
    int different = 0;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        RunOptions o = checked();
        o.then = SOURCE_RANDOM;
        o.seed = seed;
        RunResult first, second;
        interpreter_run(it, &o, &first);
        different += first.exit_code != last;
        last = first.exit_code;
        char *text;
        size_t n;
        FILE *f = open_memstream(&text, &n);
        trace_write(&first.trace, f);
        fclose(f);
        Trace again;
        Reason why;
        trace_init(&again);
        assert_true(trace_parse(&again, text, n, "t", &why));
        o.inputs = &again;
        o.then = SOURCE_NONE;
        interpreter_run(it, &o, &second);
        expect_run(&second, RUN_RETURNED, "");
        assert_int_equal(first.exit_code, second.exit_code);
        assert_int_equal(second.misfits, 0);
        assert_true(trace_equal(&first.trace, &second.trace));
        run_result_free(&first);
        run_result_free(&second);
        trace_free(&again);
        free(text);
    }
    assert_true(different > 40);
    interpreter_free(it);
    program_free(b.p);
}

// After a HAVOC the bytes are inputs again, under another number.
static void test_havoc(void **state) {
    (void)state;
    Build b = begin();
    ObjId id, constant;
    Term a = global(&b, "a", 4, &id), s = global(&b, "s", 4, &constant);
    b.p->objects.at[constant].constant = true;
    VarId x = local(&b, "x"), y = local(&b, "y"), z = local(&b, "z");
    store(&b, a, num(&b, 5), 4);
    simple(&b, CMD_HAVOC, add(&b, a, adr(&b, 3)));
    simple(&b, CMD_HAVOC, s);
    simple(&b, CMD_HAVOC, adr(&b, 0));
    simple(&b, CMD_HAVOC, adr(&b, 12345));
    load(&b, x, a, 4);
    simple(&b, CMD_HAVOC, a);
    load(&b, y, a, 4);
    load(&b, z, s, 4);
    ret(&b, add(&b, add(&b, val(&b, x), val(&b, y)), val(&b, z)));
    Trace t;
    trace_init(&t);
    trace_set_byte(&t, 3, 0, 7);
    trace_set_byte(&t, 4, 1, 1);
    RunOptions o = checked();
    o.inputs = &t;
    RunResult r = run_with(&b, &o);
    expect_run(&r, RUN_RETURNED, "");
    assert_int_equal(r.exit_code, 7 + 256);
    assert_int_equal(r.trace.memory.count, 8);
    run_result_free(&r);
    trace_free(&t);
    program_free(b.p);
}

static void test_copy_of_unwritten(void **state) {
    (void)state;
    Build b = begin();
    VarId from = alloc(&b, OBJ_HEAP, "from", adr(&b, 4)), to = alloc(&b, OBJ_HEAP, "to", adr(&b, 4));
    VarId x = local(&b, "x"), y = local(&b, "y");
    put(&b, (Cmd){ .kind = CMD_COPY, .a = val(&b, to), .b = val(&b, from), .c = adr(&b, 4) });
    load(&b, x, val(&b, from), 4);
    load(&b, y, val(&b, to), 4);
    ret(&b, term_ite(b.t, term_eq(b.t, val(&b, x), val(&b, y)), num(&b, 1), num(&b, 0)));
    RunOptions o = checked();
    o.then = SOURCE_RANDOM;
    RunResult r = run_with(&b, &o);
    assert_int_equal(r.exit_code, 1);
    assert_int_equal(r.trace.memory.count, 4);
    run_result_free(&r);
    program_free(b.p);
}

// External objects, variables that stand for objects, and arguments of main.
static void test_start(void **state) {
    (void)state;
    Build b = begin();
    ObjId outside, inside;
    Term e = global(&b, "outside", 4, &outside);
    b.p->objects.at[outside].external = true;
    global(&b, "inside", 4, &inside);
    b.p->objects.at[inside].init = (uint8_t *)arena_strdup(b.p->arena, "\1\2\3\4");
    VarId g = program_var(b.p, 0, "g", bv(&b, 32), VAR_GLOBAL), h = program_var(b.p, 0, "h", bv(&b, 32), VAR_GLOBAL);
    b.p->vars.at[g].object = inside;
    VarId argc = param(&b, "argc", bv(&b, 32)), x = local(&b, "x");
    load(&b, x, e, 4);
    set(&b, h, add(&b, val(&b, h), val(&b, g)));
    ret(&b, add(&b, add(&b, val(&b, x), val(&b, argc)), val(&b, h)));
    Trace t;
    trace_init(&t);
    trace_set_byte(&t, 1, 0, 9);
    trace_add_input(&t, INPUT_UNINIT, "argc", (SrcPos){ 0 }, (ValueType){ SORT_BV, 32, 0 }, (Value){ 1000, 0 });
    RunOptions o = checked();
    o.inputs = &t;
    Interpreter *it = interpreter_new(b.p);
    for (int i = 0; i < 2; i++) { // each run starts afresh
        RunResult r;
        interpreter_run(it, &o, &r);
        assert_int_equal(r.exit_code, 0x04030201 + 9 + 1000);
        run_result_free(&r);
    }
    interpreter_free(it);
    trace_free(&t);
    program_free(b.p);
}

// ---- printing ----
static void collect(void *context, const char *text, size_t length) {
    Text *out = context;
    for (size_t i = 0; i < length; i++)
        vec_push(out, text[i]);
}

static Term string(Build *b, const char *text) {
    ObjId id;
    Term a = global(b, "string", strlen(text) + 1, &id);
    b->p->objects.at[id].init = (uint8_t *)arena_strdup(b->p->arena, text);
    b->p->objects.at[id].constant = true;
    return a;
}

static Cmd print(Build *b, const char *function, VarId result, uint32_t n, const Term args[]) {
    return (Cmd){
        .kind = CMD_PRINT, .var = result, .n = n, .terms = terms_of(b, n, args), .text = program_name(b->p, function)
    };
}

// printf(format, args) in the program prints 'text', and counts its bytes.
static void prints(Build b, const char *format, uint32_t n, const Term args[], const char *text) {
    Term all[8] = { string(&b, format) };
    memcpy(all + 1, args, n * sizeof *args);
    VarId x = local(&b, "count");
    put(&b, print(&b, "printf", x, n + 1, all));
    ret(&b, val(&b, x));
    Text out = { 0 };
    RunOptions o = checked();
    o.output = collect;
    o.output_context = &out;
    RunResult r = run_with(&b, &o);
    vec_push(&out, 0);
    if (r.end != RUN_RETURNED || strcmp(out.at, text) != 0 || r.exit_code != (int64_t)strlen(text))
        fail_msg("%s: '%s', not '%s' (%s)", format, out.at, text, r.message.text);
    run_result_free(&r);
    vec_free(&out);
    program_free(b.p);
}

static void prints_int(const char *format, int x) {
    char text[200];
    Build b = begin();
    snprintf(text, sizeof text, format, x);
    prints(b, format, 1, (Term[]){ num(&b, (uint64_t)(int64_t)x) }, text);
}

static void prints_long(const char *format, long x) {
    char text[200];
    Build b = begin();
    snprintf(text, sizeof text, format, x);
    prints(b, format, 1, (Term[]){ adr(&b, (uint64_t)x) }, text);
}

static void prints_double(const char *format, double x) {
    char text[500];
    Build b = begin();
    Sort s = sort_float(b.t, 11, 53);
    snprintf(text, sizeof text, format, x);
    prints(b, format, 1, (Term[]){ term_of_value(b.t, value_from_float(x, s, b.t), s) }, text);
}

static void prints_long_double(const char *format, long double x) {
    char text[500];
    Build b = begin();
    Sort s = sort_float(b.t, 15, 64);
    snprintf(text, sizeof text, format, x);
    prints(b, format, 1, (Term[]){ term_of_value(b.t, value_from_float(x, s, b.t), s) }, text);
}

static void prints_text(const char *format, const char *argument) {
    char text[200];
    Build b = begin();
    snprintf(text, sizeof text, format, argument);
    prints(b, format, 1, (Term[]){ string(&b, argument) }, text);
}

static void test_printf(void **state) {
    (void)state;
    static const char *const ints[] = {
        "%d",   "%5d|",   "%-5d|", "%05d", "%+d",   "% d",     "%.4d", "%8.3d|", "%x",
        "%#x",  "%#010x", "%X",    "%o",   "%#o",   "%u",      "%i",   "%hd",    "%hhd",
        "%hhu", "%hx",    "%c|",   "%3c|", "%-3c|", "a%%b%dc", "%'d",  "%-+6d|", "%.0d"
    };
    static const int int_values[] = { 0, 1, -1, 65, 12345, -12345, INT32_MIN, INT32_MAX };
    for (size_t i = 0; i < COUNT(ints); i++)
        for (size_t k = strchr(ints[i], 'c') ? 3 : 0; k < COUNT(int_values); k++)
            if (!strstr(ints[i], "c|") || k == 3)
                prints_int(ints[i], int_values[k]);
    static const char *const longs[] = { "%ld", "%lld", "%lu", "%lx",    "%#llx", "%zu",
                                         "%zd", "%jd",  "%td", "%20ld|", "%p" };
    static const long long_values[] = { 0, -1, 1234567890123, INT64_MIN };
    for (size_t i = 0; i < COUNT(longs); i++)
        for (size_t k = 0; k < COUNT(long_values); k++)
            prints_long(longs[i], long_values[k]);
    static const char *const doubles[] = { "%f", "%.3f", "%10.2f|", "%-10.2f|", "%e",    "%E",  "%g", "%G",
                                           "%a", "%+f",  "%#.0f",   "%010.1f",  "%.17g", "%lf", "%F" };
    static const double double_values[] = {
        0, -0.0, 0.1, -1.5, 1e300, 5e-324, 123456789.125, INFINITY, -INFINITY, NAN
    };
    for (size_t i = 0; i < COUNT(doubles); i++)
        for (size_t k = 0; k < COUNT(double_values); k++)
            prints_double(doubles[i], double_values[k]);
    prints_long_double("%Lf", 1.0L / 3);
    prints_long_double("%.25Lg", 1.0L / 3);
    prints_long_double("%La", -1.0L / 3);
    prints_text("%s", "hello");
    prints_text("%10s|", "hello");
    prints_text("%-10s|", "hello");
    prints_text("%.3s|", "hello");
    prints_text("%10.0s|", "hello");
    prints_text("[%s]", "");
}

static void test_printf_stars(void **state) {
    (void)state;
    Build b = begin();
    prints(b, "%*d|%-*d|%.*d|", 6, (Term[]){ num(&b, 5), num(&b, 1), num(&b, 5), num(&b, 2), num(&b, 3), num(&b, 3) },
           "    1|2    |003|");
    b = begin();
    Term minus = num(&b, (uint64_t)-4);
    prints(b, "%*d|%.*d|%0*d", 6, (Term[]){ minus, num(&b, 1), minus, num(&b, 0), num(&b, 3), num(&b, 8) },
           "1   |0|008");
}

static void print_ends(const char *format, uint32_t n, RunEnd end, const char *message) {
    Build b = begin();
    Sort s = sort_float(b.t, 11, 53);
    Term all[3] = { string(&b, format), num(&b, 1000000000), term_of_value(b.t, value_from_float(1, s, b.t), s) };
    put(&b, print(&b, "printf", 0, n, all));
    expect(&b, end, message);
}

static void test_printf_ends(void **state) {
    (void)state;
    print_ends("%n", 2, RUN_UNMODELLED, "conversion %n");
    print_ends("%", 1, RUN_UNMODELLED, "conversion");
    print_ends("%d", 1, RUN_UNMODELLED, "fewer arguments");
    print_ends("%f", 2, RUN_UNMODELLED, "another type");
    print_ends("%1$d", 2, RUN_UNMODELLED, "numbered");
    print_ends("%ls", 2, RUN_UNMODELLED, "wide");
    print_ends("%s", 2, RUN_MEMORY_ERROR, "read of 1 bytes");
    print_ends("%*f", 3, RUN_OUTPUT_LIMIT, "1000000000");
    print_ends("%.*f", 3, RUN_OUTPUT_LIMIT, "1000000000");
    print_ends("%99999999999d", 2, RUN_UNMODELLED, "range of int");
    Build b = begin(); // a string that is not terminated
    ObjId id;
    Term a = global(&b, "a", 2, &id);
    b.p->objects.at[id].init = (uint8_t *)arena_strdup(b.p->arena, "xy");
    put(&b, print(&b, "puts", 0, 1, &a));
    expect(&b, RUN_MEMORY_ERROR, "offset 2 of 'a'");
}

static void test_puts(void **state) {
    (void)state;
    Build b = begin();
    VarId x = local(&b, "x"), y = local(&b, "y"), z = local(&b, "z");
    Term s = string(&b, "ab");
    put(&b, print(&b, "puts", x, 1, &s));
    put(&b, print(&b, "putchar", y, 1, (Term[]){ num(&b, 0x141) }));
    put(&b, print(&b, "fputs", z, 1, &s));
    ret(&b, add(&b, add(&b, val(&b, x), val(&b, y)), val(&b, z)));
    Text out = { 0 };
    RunOptions o = checked();
    o.output = collect;
    o.output_context = &out;
    RunResult r = run_with(&b, &o);
    vec_push(&out, 0);
    assert_string_equal(out.at, "ab\nAab");
    assert_int_equal(r.exit_code, 3 + 0x41 + 1);
    run_result_free(&r);
    o.max_output = 2;
    r = run_with(&b, &o);
    expect_run(&r, RUN_OUTPUT_LIMIT, "2 bytes");
    run_result_free(&r);
    vec_free(&out);
    program_free(b.p);
}

// ---- threads ----
typedef enum Guard { UNGUARDED, BY_MUTEX, BY_ATOMIC } Guard;

// Two threads add 1 to a counter ten times each; main joins both.
static Build counters(Guard guard) {
    Build b = begin(), g = b;
    ObjId id, lock;
    Term n = global(&b, "n", 4, &id), mutex = global(&b, "mutex", 40, &lock), none = { 0 };
    func(&g, "worker", 0);
    vec_push(&b.p->funcs.at[g.f].results, word(&b));
    VarId arg = param(&g, "arg", word(&g)), x = local(&g, "v"), i = local(&g, "i");
    set(&g, i, num(&g, 0));
    LocId head = g.at, out = place(&g);
    branch(&g, term_2(b.t, OP_BV_ULT, val(&g, i), num(&g, 10)), out);
    if (guard == BY_MUTEX)
        simple(&g, CMD_MUTEX_LOCK, mutex);
    if (guard == BY_ATOMIC)
        simple(&g, CMD_ATOMIC_BEGIN, none);
    load(&g, x, n, 4);
    store(&g, n, add(&g, val(&g, x), num(&g, 1)), 4);
    if (guard == BY_MUTEX)
        simple(&g, CMD_MUTEX_UNLOCK, mutex);
    if (guard == BY_ATOMIC)
        simple(&g, CMD_ATOMIC_END, none);
    edge(&g, head, cmd_assign(b.p, i, add(&g, val(&g, i), num(&g, 1))));
    g.at = out;
    ret(&g, val(&g, arg));
    VarId t[2] = { pointer(&b, "t1"), pointer(&b, "t2") }, r[2] = { pointer(&b, "r1"), pointer(&b, "r2") };
    simple(&b, CMD_MUTEX_INIT, mutex);
    for (uint64_t k = 0; k < 2; k++)
        put(&b, (Cmd){ .kind = CMD_THREAD_CREATE, .var = t[k], .callee = g.f, .b = adr(&b, 100 * (k + 1)) });
    for (int k = 0; k < 2; k++)
        put(&b, (Cmd){ .kind = CMD_THREAD_JOIN, .var = r[k], .a = val(&b, t[k]) });
    VarId total = local(&b, "total");
    load(&b, total, n, 4);
    ret(&b, add(&b, val(&b, total), term_extract(b.t, add(&b, val(&b, r[0]), val(&b, r[1])), 31, 0)));
    return b;
}

static void test_threads(void **state) {
    (void)state;
    for (Guard guard = UNGUARDED; guard <= BY_ATOMIC; guard++) {
        Build b = counters(guard);
        RunOptions o = checked();
        RunResult r = run_with(&b, &o);
        expect_run(&r, RUN_RETURNED, "");
        assert_int_equal(r.exit_code, 320); // one after the other
        uint64_t steps = r.steps;           // by whatever schedule: an attempt to lock that has to wait is none
        run_result_free(&r);
        Interpreter *it = interpreter_new(b.p);
        int lost = 0;
        for (uint64_t seed = 0; seed < 60; seed++) {
            RunResult again;
            o = checked();
            o.random_schedule = true;
            o.seed = seed;
            o.max_path = 10000;
            interpreter_run(it, &o, &r);
            expect_run(&r, RUN_RETURNED, "");
            lost += r.exit_code != 320;
            assert_int_equal(r.steps, steps);
            assert_true(r.trace.schedule.count > 2);
            o.inputs = &r.trace; // replayed: the same path
            o.random_schedule = false;
            interpreter_run(it, &o, &again);
            assert_int_equal(r.exit_code, again.exit_code);
            assert_int_equal(r.steps, again.steps);
            assert_int_equal(r.path.count, again.path.count);
            assert_memory_equal(r.path.at, again.path.at, r.path.count * sizeof *r.path.at);
            assert_true(trace_equal(&r.trace, &again.trace));
            run_result_free(&r);
            run_result_free(&again);
        }
        if (guard == UNGUARDED)
            assert_true(lost > 10);
        else
            assert_int_equal(lost, 0);
        interpreter_free(it);
        program_free(b.p);
    }
}

static void test_deadlock(void **state) {
    (void)state;
    ObjId lock;
    Term none = { 0 };
    Build b = begin();
    Term mutex = global(&b, "mutex", 40, &lock);
    VarId x = local(&b, "x");
    simple(&b, CMD_MUTEX_LOCK, mutex);
    put(&b, (Cmd){ .kind = CMD_MUTEX_TRYLOCK, .var = x, .a = mutex });
    branch(&b, term_eq(b.t, val(&b, x), num(&b, 16)), b.p->stop);
    simple(&b, CMD_MUTEX_LOCK, mutex);
    expect(&b, RUN_DEADLOCK, "thread 0 waits for a mutex");
    b = begin();
    mutex = global(&b, "mutex", 40, &lock);
    simple(&b, CMD_MUTEX_LOCK, mutex);
    simple(&b, CMD_ATOMIC_BEGIN, none);
    simple(&b, CMD_MUTEX_LOCK, mutex);
    expect(&b, RUN_DEADLOCK, "atomic section");
    b = begin();
    put(&b, (Cmd){ .kind = CMD_THREAD_JOIN, .a = adr(&b, 5) });
    expect(&b, RUN_TRAP, "thread 5, which does not exist");
    b = begin();
    simple(&b, CMD_MUTEX_LOCK, adr(&b, 0));
    expect(&b, RUN_MEMORY_ERROR, "null");
    b = begin();
    stop(&b, CMD_THREAD_EXIT, adr(&b, 0), "");
    expect(&b, RUN_EXITED, "");
}

// Each thread has its own copy; what the worker writes, main does not see.
static void test_thread_local(void **state) {
    (void)state;
    Build b = begin(), g = b;
    ObjId id;
    Term n = global(&b, "n", 4, &id);
    b.p->objects.at[id].thread_local = true;
    b.p->objects.at[id].init = (uint8_t *)arena_strdup(b.p->arena, "\5\0\0");
    memset(b.p->objects.at[id].init + 1, 0, 3);
    func(&g, "worker", 0);
    vec_push(&b.p->funcs.at[g.f].results, word(&b));
    VarId x = local(&g, "v");
    load(&g, x, n, 4);
    store(&g, n, num(&g, 70), 4);
    ret(&g, term_zext(b.t, val(&g, x), 64));
    VarId t = pointer(&b, "t"), r = pointer(&b, "r"), y = local(&b, "y");
    store(&b, n, num(&b, 1000), 4);
    put(&b, (Cmd){ .kind = CMD_THREAD_CREATE, .var = t, .callee = g.f, .b = adr(&b, 0) });
    put(&b, (Cmd){ .kind = CMD_THREAD_JOIN, .var = r, .a = val(&b, t) });
    load(&b, y, n, 4);
    ret(&b, add(&b, val(&b, y), term_extract(b.t, val(&b, r), 31, 0)));
    expect_code(&b, 1005);
}

// ---- regions ----
static void test_regions(void **state) {
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        Build b = begin();
        ObjId id;
        Term a = global(&b, "a", 8, &id);
        VarId x = local(&b, "x");
        for (int i = 0; i < 2; i++)
            vec_add(&b.p->regions)->name = program_name(b.p, i ? "two" : "one");
        put(&b, (Cmd){ .kind = CMD_LOAD, .var = x, .a = a, .bytes = 4, .region = 2 }); // initial bytes are free
        put(&b, (Cmd){ .kind = CMD_STORE, .a = a, .b = num(&b, 1), .bytes = 4, .region = 1 });
        Term other = kind == 2 ? add(&b, a, adr(&b, 4)) : a;
        if (kind == 3)
            put(&b, (Cmd){ .kind = CMD_COPY, .a = add(&b, a, adr(&b, 4)), .b = a, .c = adr(&b, 4) });
        if (kind == 0)
            put(&b, (Cmd){ .kind = CMD_LOAD, .var = x, .a = other, .bytes = 4, .region = 2 });
        else
            put(&b, (Cmd){ .kind = CMD_STORE,
                           .a = kind == 3 ? add(&b, a, adr(&b, 4)) : other,
                           .b = num(&b, 2),
                           .bytes = 4,
                           .region = 2 });
        ret(&b, num(&b, 0));
        if (kind == 2)
            expect_code(&b, 0);
        else
            expect(&b, RUN_WRONG_REGION, "written through region 1 one, now accessed through 2 two");
    }
}

// ---- memory of the environment ----
// x := the word at 'address', through a region that is wild or not; then an int is written there, and that is read.
static Build reads_outside(uint32_t bits, bool split, bool wild, uint64_t address) {
    Build b = begin_with(bits);
    VarId p = pointer(&b, "p"), x = local(&b, "x"), y = local(&b, "y");
    RegionId region = 0;
    b.p->split = split;
    if (split) {
        Region *r = vec_add(&b.p->regions);
        r->wild = wild;
        region = b.p->regions.count - 1;
    }
    set(&b, p, adr(&b, address));
    put(&b, (Cmd){ .kind = CMD_LOAD, .var = x, .a = val(&b, p), .bytes = 4, .region = region });
    put(&b, (Cmd){ .kind = CMD_STORE, .a = val(&b, p), .b = num(&b, 5), .bytes = 4, .region = region });
    put(&b, (Cmd){ .kind = CMD_LOAD, .var = y, .a = val(&b, p), .bytes = 4, .region = region });
    ret(&b, add(&b, val(&b, x), val(&b, y)));
    return b;
}

static void test_environment(void **state) {
    (void)state;
    const uint64_t base = ENVIRONMENT_BASE, end = base + ENVIRONMENT_BYTES;
    for (uint32_t bits = 32; bits <= 64; bits += 32) {
        Build b = reads_outside(bits, true, true, base + 0x10);
        RunOptions o = run_options();
        Trace given;
        trace_init(&given);
        trace_set_byte(&given, 1, 0x10, 7);
        o.inputs = &given;
        RunResult r = run_with(&b, &o);
        assert_int_equal(r.end, RUN_RETURNED);
        assert_int_equal(r.exit_code, 12);
        assert_int_equal(r.environment, 1); // the program has no object
        assert_int_equal(r.trace.memory.count, 4);
        assert_false(run_unwritten(&r));
        o.inputs = &r.trace;
        o.then = SOURCE_NONE;
        o.elsewhere = true;
        RunResult again = run_with(&b, &o);
        assert_int_equal(again.exit_code, 12);
        assert_true(trace_equal(&r.trace, &again.trace));
        run_result_free(&again);
        run_result_free(&r);
        trace_free(&given);
        program_free(b.p);

        b = reads_outside(bits, false, false, end - 4); // not split: nothing is known
        expect_code(&b, 5);
        b = reads_outside(bits, true, false, base);
        expect(&b, RUN_MEMORY_ERROR, "where no object is");
        b = reads_outside(bits, true, true, base - 2);
        expect(&b, RUN_MEMORY_ERROR, "where no object is");
        b = reads_outside(bits, true, true, end - 2);
        expect(&b, RUN_MEMORY_ERROR, "where no object is");
        b = reads_outside(bits, true, true, 0);
        expect(&b, RUN_MEMORY_ERROR, "null pointer");
    }
}

// It is no object: it has no size, cannot be freed, and others do not write it.
static void test_environment_is_no_object(void **state) {
    (void)state;
    const uint64_t at = ENVIRONMENT_BASE + 64;
    Build b = begin();
    VarId x = local(&b, "x");
    store(&b, adr(&b, at), num(&b, 3), 4);
    simple(&b, CMD_HAVOC, adr(&b, at));
    load(&b, x, adr(&b, at), 4);
    ret(&b, val(&b, x));
    expect_code(&b, 3);
    b = begin();
    VarId size = local_of(&b, "size", word(&b));
    store(&b, adr(&b, at), num(&b, 3), 4);
    put(&b, (Cmd){ .kind = CMD_OBJECT_SIZE, .var = size, .a = adr(&b, at) });
    ret(&b, num(&b, 0));
    expect(&b, RUN_MEMORY_ERROR, "where no object is");
    b = begin();
    store(&b, adr(&b, at), num(&b, 3), 4);
    simple(&b, CMD_FREE, adr(&b, at));
    ret(&b, num(&b, 0));
    expect(&b, RUN_MEMORY_ERROR, "where no object is");
}

// Elsewhere an address that was reckoned from an object is another one.
static void test_elsewhere(void **state) {
    (void)state;
    for (int elsewhere = 0; elsewhere < 2; elsewhere++) {
        Build b = begin_with(32);
        ObjId id;
        Term a = global(&b, "a", 8, &id);
        store(&b, a, num(&b, 1), 4);
        store(&b, term_bv_sub(b.t, a, adr(&b, 0x10000000 - ENVIRONMENT_BASE)), num(&b, 1), 4);
        ret(&b, num(&b, 0));
        RunOptions o = run_options();
        o.elsewhere = elsewhere;
        RunResult r = run_with(&b, &o);
        assert_int_equal(r.end, elsewhere ? RUN_MEMORY_ERROR : RUN_RETURNED);
        run_result_free(&r);
        program_free(b.p);
    }
}

// ---- tracing ----
static void collect_line(void *context, const char *line) {
    text_add(context, "%s\n", line);
}

static void test_trace_lines(void **state) {
    (void)state;
    Build b = begin();
    ObjId id;
    Term a = global(&b, "a", 8, &id);
    VarId x = local(&b, "x"), hidden = local(&b, "h"), p = pointer(&b, "p");
    b.p->vars.at[hidden].c_name = (Name){ 0 };
    input(&b, x, "nondet_int");
    set(&b, hidden, add(&b, val(&b, x), num(&b, 1)));
    Binding *binding = vec_add(&b.p->bindings);
    *binding =
        (Binding){ .loc = b.at, .c_name = program_name(b.p, "y"), .value = add(&b, val(&b, hidden), num(&b, 1)) };
    set(&b, p, add(&b, a, adr(&b, 4)));
    store(&b, val(&b, p), val(&b, x), 4);
    stop(&b, CMD_ERROR, (Term){ 0 }, "assertion");
    Text out = { 0 };
    Trace t;
    Reason why;
    trace_init(&t);
    assert_true(trace_parse(&t, "-7", 2, "t", &why));
    RunOptions o = checked();
    o.trace = collect_line;
    o.trace_context = &out;
    o.inputs = &t;
    RunResult r = run_with(&b, &o);
    expect_run(&r, RUN_ERROR, "assertion");
    assert_string_equal(out.at, "t.c:1: main: x = -7\n"
                                "t.c:2: main: y = -5\n"
                                "t.c:3: main: p = &a+4\n"
                                "t.c:4: main: *&a+4 = -7\n"
                                "t.c:5: main: the error was reached: assertion\n");
    run_result_free(&r);
    vec_free(&out);
    trace_free(&t);
    program_free(b.p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inputs),       cmocka_unit_test(test_replay),
        cmocka_unit_test(test_havoc),        cmocka_unit_test(test_copy_of_unwritten),
        cmocka_unit_test(test_start),        cmocka_unit_test(test_printf),
        cmocka_unit_test(test_printf_stars), cmocka_unit_test(test_printf_ends),
        cmocka_unit_test(test_puts),         cmocka_unit_test(test_threads),
        cmocka_unit_test(test_deadlock),     cmocka_unit_test(test_thread_local),
        cmocka_unit_test(test_regions),      cmocka_unit_test(test_trace_lines),
        cmocka_unit_test(test_environment),  cmocka_unit_test(test_environment_is_no_object),
        cmocka_unit_test(test_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

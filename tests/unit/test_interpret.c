// test_interpret.c - what each command does to variables and memory
#include "build_program.h"

// ---- commands ----
static void test_arithmetic(void **state) {
    (void)state;
    Build b = begin();
    VarId x = local(&b, "x"), y = local(&b, "y");
    set(&b, x, num(&b, 7));
    set(&b, y, term_2(b.t, OP_BV_MUL, val(&b, x), num(&b, (uint64_t)-3)));
    put(&b, cmd_assign_n(b.p, 2, (VarId[]){ x, y }, (Term[]){ val(&b, y), val(&b, x) })); // swaps
    ret(&b, term_bv_sub(b.t, val(&b, x), val(&b, y)));
    expect_code(&b, -28);
}

// Sum of 1..n by a loop; the head has two ways out.
static Build loop(uint64_t n) {
    Build b = begin();
    VarId i = local(&b, "i"), s = local(&b, "s");
    set(&b, i, num(&b, 0));
    set(&b, s, num(&b, 0));
    LocId head = b.at, out = place(&b);
    branch(&b, term_2(b.t, OP_BV_ULT, val(&b, i), num(&b, n)), out);
    set(&b, i, add(&b, val(&b, i), num(&b, 1)));
    LocId back = b.at;
    program_edge(b.p, back, head, (SrcPos){ 0 }, cmd_assign(b.p, s, add(&b, val(&b, s), val(&b, i))));
    b.at = out;
    ret(&b, val(&b, s));
    return b;
}

static void test_loop(void **state) {
    (void)state;
    Build b = loop(1000);
    expect_code(&b, 500500);
    b = loop(1000);
    RunOptions o = checked();
    o.max_steps = 100;
    o.max_path = 5;
    RunResult r = run_with(&b, &o);
    expect_run(&r, RUN_STEP_LIMIT, "100");
    assert_int_equal(r.steps, 100);
    assert_int_equal(r.path.count, 5);
    assert_int_equal(r.path.at[0], 1);
    assert_int_equal(r.path.at[2], 3);
    run_result_free(&r);
    program_free(b.p);
}

// fib(n) by recursion, with a local that each activation has for itself.
static Build fibonacci(uint64_t n) {
    Build b = begin();
    VarId result = local(&b, "result");
    FuncId fib = program_func(b.p, "fib");
    Build g = b;
    func(&g, "fib", 1);
    VarId k = param(&g, "n", bv(&g, 32)), x = local(&g, "x"), y = local(&g, "y");
    LocId small = place(&g);
    branch(&g, term_2(b.t, OP_BV_ULT, num(&g, 1), val(&g, k)), small);
    call(&g, x, fib, 1, (Term[]){ term_bv_sub(b.t, val(&g, k), num(&g, 1)) });
    call(&g, y, fib, 1, (Term[]){ term_bv_sub(b.t, val(&g, k), num(&g, 2)) });
    ret(&g, add(&g, val(&g, x), val(&g, y)));
    g.at = small;
    ret(&g, val(&g, k));
    call(&b, result, fib, 1, (Term[]){ num(&b, n) });
    ret(&b, val(&b, result));
    return b;
}

static void test_recursion(void **state) {
    (void)state;
    Build b = fibonacci(20);
    expect_code(&b, 6765);
    b = fibonacci(20);
    RunOptions o = checked();
    o.max_depth = 10;
    RunResult r = run_with(&b, &o);
    expect_run(&r, RUN_DEPTH_LIMIT, "10");
    run_result_free(&r);
    o = checked();
    o.max_memory = 1000;
    r = run_with(&b, &o);
    expect_run(&r, RUN_OUT_OF_MEMORY, "");
    run_result_free(&r);
    program_free(b.p);
}

static void test_ends(void **state) {
    (void)state;
    Term none = { 0 };
    Build b = begin();
    stop(&b, CMD_EXIT, num(&b, 3), "");
    expect(&b, RUN_EXITED, "");
    b = begin();
    stop(&b, CMD_ERROR, none, "assertion");
    RunOptions o = checked();
    RunResult r = run_with(&b, &o);
    expect_run(&r, RUN_ERROR, "assertion");
    assert_int_equal(r.edge, 1);
    assert_int_equal(r.pos.line, 1);
    assert_int_equal(r.func, b.f);
    run_result_free(&r);
    program_free(b.p);
    b = begin();
    stop(&b, CMD_ABORT, none, "abort");
    expect(&b, RUN_ABORTED, "abort");
    b = begin();
    stop(&b, CMD_TRAP, none, "division by zero");
    expect(&b, RUN_TRAP, "division by zero");
    b = begin();
    stop(&b, CMD_UNMODELLED, none, "inline assembly");
    expect(&b, RUN_UNMODELLED, "inline assembly");
    b = begin();
    put(&b, cmd_assume(term_false(b.t)));
    expect(&b, RUN_BLOCKED, "");
    b = begin();
    put(&b, (Cmd){ .kind = CMD_SKIP }); // a dead end
    expect(&b, RUN_BLOCKED, "");
    b = begin();
    edge(&b, b.p->stop, (Cmd){ .kind = CMD_SKIP });
    expect(&b, RUN_EXITED, "");
}

static void test_choices(void **state) {
    (void)state;
    Build b = begin();
    VarId x = local(&b, "x");
    input(&b, x, "nondet");
    LocId here = b.at, to = place(&b);
    edge(&b, to, cmd_assume(term_2(b.t, OP_BV_ULT, val(&b, x), num(&b, 5))));
    program_edge(b.p, here, to, (SrcPos){ 0 }, cmd_assume(term_2(b.t, OP_BV_ULT, val(&b, x), num(&b, 6))));
    expect(&b, RUN_WRONG_CHOICE, "edges 2 and 3");
}

// Three cases, and none for other values; without the check of choices, which
// takes another way through the edges.
static void test_switch(void **state) {
    (void)state;
    for (uint64_t x = 1; x <= 4; x++) {
        Build b = begin();
        VarId v = local(&b, "v"), w = local(&b, "w");
        set(&b, v, num(&b, x));
        LocId here = b.at, end = place(&b);
        for (uint64_t k = 1; k <= 3; k++) {
            b.at = here;
            put(&b, cmd_assume(term_eq(b.t, val(&b, v), num(&b, k))));
            edge(&b, end, cmd_assign(b.p, w, num(&b, 10 * k)));
        }
        b.at = end;
        ret(&b, val(&b, w));
        RunOptions o = run_options();
        RunResult r = run_with(&b, &o);
        expect_run(&r, x <= 3 ? RUN_RETURNED : RUN_BLOCKED, "");
        assert_int_equal(r.exit_code, x <= 3 ? 10 * x : 0);
        run_result_free(&r);
        program_free(b.p);
    }
}

static void test_wide_values(void **state) {
    (void)state;
    Build b = begin();
    VarId x = local_of(&b, "x", bv(&b, 256));
    input(&b, x, "nondet");
    expect(&b, RUN_UNMODELLED, "128 bits");
    b = begin();
    VarId y = local(&b, "y"), z = local(&b, "z");
    input(&b, z, "nondet");
    set(&b, y, term_apply(b.t, "f", bv(&b, 32), 1, (Term[]){ val(&b, z) }));
    expect(&b, RUN_UNMODELLED, "without a concrete meaning");
}

// ---- memory ----
static void test_memory(void **state) {
    (void)state;
    for (uint32_t bits = 32; bits <= 64; bits += 32) {
        Build b = begin_with(bits);
        ObjId id, table;
        Term a = global(&b, "a", 16, &id);
        b.p->objects.at[id].init = arena_alloc(b.p->arena, 16);
        memcpy(b.p->objects.at[id].init, (uint8_t[]){ 1, 2, 3, 4, 0xf0, 0xff, 0xff, 0xff }, 8);
        Term at = global(&b, "table", 8, &table);
        vec_push(&b.p->objects.at[table].relocs, (Reloc){ .offset = 0, .object = id, .addend = 4 });
        VarId p = pointer(&b, "p"), x = local(&b, "x"), y = local(&b, "y"), c = local_of(&b, "c", bv(&b, 8));
        load(&b, p, at, bits / 8);
        load(&b, x, val(&b, p), 4); // -16
        load(&b, y, a, 4);
        load(&b, c, add(&b, a, adr(&b, 5)), 1); // 0xff
        store(&b, add(&b, val(&b, p), adr(&b, 1)), num(&b, 0x01020304), 4);
        VarId z = local(&b, "z");
        load(&b, z, val(&b, p), 4); // 0x020304f0
        Term sum = add(&b, add(&b, val(&b, x), val(&b, y)), add(&b, val(&b, z), term_zext(b.t, val(&b, c), 32)));
        ret(&b, sum);
        expect_code(&b, -16 + 0x04030201 + 0x020304f0 + 255);
    }
}

// Stores v and loads it as 'to', 'bytes' long both times; gives low 32 bits.
static Build through_memory(Term (*make)(Build *), Sort (*to)(Build *), uint32_t bytes) {
    Build b = begin();
    ObjId id;
    Term a = global(&b, "a", 16, &id);
    VarId x = local_of(&b, "x", to(&b));
    store(&b, a, make(&b), bytes);
    load(&b, x, a, bytes);
    Term v = val(&b, x);
    uint32_t width = sort_width(b.t, to(&b));
    if (sort_kind(b.t, to(&b)) == SORT_FLOAT)
        v = term_2(b.t, OP_FP_EQ, v, make(&b));
    if (sort_kind(b.t, term_sort(b.t, v)) == SORT_BOOL)
        v = term_ite(b.t, v, num(&b, 1), num(&b, 0));
    else if (width < 32)
        v = term_zext(b.t, v, 32);
    else if (width > 32)
        v = term_extract(b.t, v, width - 1, width - 32);
    ret(&b, v);
    return b;
}

static Term make_bool(Build *b) {
    return term_true(b->t);
}
static Sort to_bool(Build *b) {
    return sort_bool(b->t);
}
static Term make_24(Build *b) {
    return term_bv(b->t, 0xabcdef, 24);
}
static Sort to_24(Build *b) {
    return bv(b, 24);
}
static Sort to_32(Build *b) {
    return bv(b, 32);
}
static Term make_128(Build *b) {
    return term_bv128(b->t, 5, 0x1234567800000000, 128);
}
static Sort to_128(Build *b) {
    return bv(b, 128);
}
static Sort x87(Build *b) {
    return sort_float(b->t, 15, 64);
}
static Term make_x87(Build *b) {
    return term_of_value(b->t, value_from_float(-1.0L / 3, x87(b), b->t), x87(b));
}
static Sort to_80(Build *b) {
    return bv(b, 80);
}
static Sort to_double(Build *b) {
    return sort_float(b->t, 11, 53);
}
static Term make_double(Build *b) {
    return term_of_value(b->t, value_from_float(0.1, to_double(b), b->t), to_double(b));
}

static void test_sorts(void **state) {
    (void)state;
    Build b = through_memory(make_bool, to_bool, 1);
    expect_code(&b, 1);
    b = through_memory(make_24, to_24, 3);
    expect_code(&b, 0xabcdef);
    b = through_memory(make_24, to_32, 4); // filled up with zero
    expect_code(&b, 0xabcdef);
    b = through_memory(make_128, to_128, 16);
    expect_code(&b, 0x12345678);
    b = through_memory(make_x87, x87, 10);
    expect_code(&b, 1);
    b = through_memory(make_x87, x87, 16);
    expect_code(&b, 1);
    long double third = -1.0L / 3;
    uint8_t raw[16];
    memcpy(raw, &third, 10);
    int32_t top; // the upper 32 of the 80 bits, as the processor stores them
    memcpy(&top, raw + 6, 4);
    b = through_memory(make_x87, to_80, 10);
    expect_code(&b, top);
    b = through_memory(make_double, to_double, 8);
    expect_code(&b, 1);
}

static void test_copy_and_set(void **state) {
    (void)state;
    Build b = begin();
    ObjId id;
    Term a = global(&b, "a", 8, &id);
    VarId x = local(&b, "x");
    put(&b, (Cmd){ .kind = CMD_SET, .a = a, .b = term_bv(b.t, 7, 8), .c = adr(&b, 8) });
    store(&b, a, num(&b, 0x04030201), 4);
    put(&b, (Cmd){ .kind = CMD_COPY, .a = add(&b, a, adr(&b, 1)), .b = a, .c = adr(&b, 4) }); // overlaps
    put(&b, (Cmd){ .kind = CMD_COPY, .a = adr(&b, 0), .b = adr(&b, 0), .c = adr(&b, 0) });    // nothing
    load(&b, x, add(&b, a, adr(&b, 2)), 4);
    ret(&b, val(&b, x));
    expect_code(&b, 0x07040302);
}

// The kinds of memory error, each by one access.
static void test_memory_errors(void **state) {
    (void)state;
    for (int kind = 0; kind < 16; kind++) {
        Build b = begin_with(kind % 2 ? 32 : 64);
        ObjId id, constant;
        Term a = global(&b, "a", 6, &id), s = global(&b, "s", 4, &constant);
        b.p->objects.at[constant].constant = true;
        ObjId function = program_object(b.p, OBJ_FUNCTION, "main");
        Term f = val(&b, b.p->objects.at[function].address);
        VarId x = local(&b, "x");
        VarId heap = alloc(&b, OBJ_HEAP, "heap", adr(&b, 8));
        VarId stack = alloc(&b, OBJ_STACK, "stack", adr(&b, 8));
        Term p = val(&b, heap);
        const char *message = "";
        switch (kind) {
        case 0:
            load(&b, x, adr(&b, 0), 4), message = "null pointer";
            break;
        case 1:
            store(&b, adr(&b, 8), num(&b, 1), 4), message = "null pointer (address 8)";
            break;
        case 2:
            load(&b, x, add(&b, a, adr(&b, 3)), 4), message = "offset 3 of 'a', which has 6 bytes: out of bounds";
            break;
        case 3:
            load(&b, x, add(&b, a, adr(&b, (uint64_t)-1)), 4), message = "no object";
            break;
        case 4:
            store(&b, add(&b, p, adr(&b, 8)), num(&b, 1), 4), message = "offset 8 of 'heap', which has 8 bytes";
            break;
        case 5:
            simple(&b, CMD_FREE, p), load(&b, x, p, 4), message = "after it was freed";
            break;
        case 6:
            simple(&b, CMD_FREE, p), simple(&b, CMD_FREE, p), message = "freed twice";
            break;
        case 7:
            simple(&b, CMD_FREE, add(&b, p, adr(&b, 4))), message = "inside 'heap', at offset 4";
            break;
        case 8:
            simple(&b, CMD_FREE, val(&b, stack)), message = "'stack', which is not on the heap";
            break;
        case 9:
            simple(&b, CMD_FREE, a), message = "'a', which is not on the heap";
            break;
        case 10:
            store(&b, s, num(&b, 1), 4), message = "the constant 's'";
            break;
        case 11:
            load(&b, x, f, 1 + 3), message = "function 'main'";
            break;
        case 12:
            put(&b, (Cmd){ .kind = CMD_COPY, .a = p, .b = a, .c = adr(&b, 7) }), message = "read of 7 bytes";
            break;
        case 13:
            put(&b, (Cmd){ .kind = CMD_COPY, .a = s, .b = a, .c = adr(&b, 4) }), message = "the constant 's'";
            break;
        case 14:
            put(&b, (Cmd){ .kind = CMD_SET, .a = p, .b = term_bv(b.t, 0, 8), .c = adr(&b, 9) });
            message = "write of 9 bytes";
            break;
        case 15:
            load(&b, x, adr(&b, (uint64_t)-1), 4), message = "where no object is";
            break;
        }
        ret(&b, num(&b, 0));
        expect(&b, RUN_MEMORY_ERROR, message);
    }
}

// One edge walks over an object in steps of 2: the access that crosses the end
// is caught although the edge has found this object before.
static void test_walk(void **state) {
    (void)state;
    for (int writes = 0; writes < 2; writes++) {
        Build b = begin();
        ObjId id;
        Term a = global(&b, "a", 10, &id);
        VarId i = pointer(&b, "i"), x = local(&b, "x");
        set(&b, i, adr(&b, 0));
        LocId head = b.at;
        if (writes)
            store(&b, add(&b, a, val(&b, i)), num(&b, 1), 4);
        else
            load(&b, x, add(&b, a, val(&b, i)), 4);
        edge(&b, head, cmd_assign(b.p, i, add(&b, val(&b, i), adr(&b, 2))));
        expect(&b, RUN_MEMORY_ERROR, "offset 8 of 'a', which has 10 bytes: out of bounds");
    }
}

// f returns the address of its local; main reads it.
static void test_stack_life(void **state) {
    (void)state;
    Build b = begin(), g = b;
    func(&g, "f", 0);
    vec_push(&b.p->funcs.at[g.f].results, word(&b));
    VarId local_object = alloc(&g, OBJ_STACK, "local", adr(&g, 4));
    store(&g, val(&g, local_object), num(&g, 1), 4);
    ret(&g, val(&g, local_object));
    VarId p = pointer(&b, "p"), x = local(&b, "x");
    call(&b, p, g.f, 0, NULL);
    load(&b, x, val(&b, p), 4);
    ret(&b, val(&b, x));
    expect(&b, RUN_MEMORY_ERROR, "'local' after its lifetime ended");
    // save, allocate, restore: the object is dead, an older one alive
    b = begin();
    VarId old = alloc(&b, OBJ_STACK, "old", adr(&b, 4)), mark = pointer(&b, "mark");
    store(&b, val(&b, old), num(&b, 5), 4);
    put(&b, (Cmd){ .kind = CMD_STACK_SAVE, .var = mark });
    VarId fresh = alloc(&b, OBJ_STACK, "fresh", adr(&b, 4));
    store(&b, val(&b, fresh), num(&b, 5), 4);
    simple(&b, CMD_STACK_RESTORE, val(&b, mark));
    x = local(&b, "x");
    load(&b, x, val(&b, old), 4);
    load(&b, x, val(&b, fresh), 4);
    expect(&b, RUN_MEMORY_ERROR, "'fresh' after");
}

static void test_object_size(void **state) {
    (void)state;
    Build b = begin();
    VarId p = alloc(&b, OBJ_HEAP, "heap", adr(&b, 40)), n = pointer(&b, "n");
    put(&b, (Cmd){ .kind = CMD_OBJECT_SIZE, .var = n, .a = add(&b, val(&b, p), adr(&b, 39)) });
    simple(&b, CMD_FREE, val(&b, p));
    simple(&b, CMD_FREE, adr(&b, 0));
    ret(&b, term_extract(b.t, val(&b, n), 31, 0));
    expect_code(&b, 40);
    b = begin();
    p = alloc(&b, OBJ_HEAP, "heap", adr(&b, 40));
    n = pointer(&b, "n");
    simple(&b, CMD_FREE, val(&b, p));
    put(&b, (Cmd){ .kind = CMD_OBJECT_SIZE, .var = n, .a = val(&b, p) });
    ret(&b, num(&b, 0));
    expect(&b, RUN_MEMORY_ERROR, "where no object is");
}

// Objects are apart, aligned, and in one address space of 32 bits.
static void test_addresses(void **state) {
    (void)state;
    Build b = begin_with(32);
    ObjId id;
    Term a = global(&b, "a", 4, &id);
    b.p->objects.at[id].align = 64;
    VarId p = alloc(&b, OBJ_HEAP, "p", adr(&b, 5)), q = alloc(&b, OBJ_HEAP, "q", adr(&b, 0));
    VarId r = alloc(&b, OBJ_HEAP, "r", adr(&b, 1));
    Term gap1 = term_bv_sub(b.t, val(&b, q), val(&b, p)), gap2 = term_bv_sub(b.t, val(&b, r), val(&b, q));
    Term aligned = term_eq(b.t, term_2(b.t, OP_BV_AND, a, adr(&b, 63)), adr(&b, 0));
    Term apart = term_and(b.t, term_2(b.t, OP_BV_ULE, adr(&b, 21), gap1), term_2(b.t, OP_BV_ULE, adr(&b, 16), gap2));
    ret(&b, term_ite(b.t, term_and(b.t, aligned, apart), num(&b, 1), num(&b, 0)));
    expect_code(&b, 1);
}

// 3 GB are allocated on a stack range of 1.5: dead addresses are used again,
// the object that lives on keeps its contents.
static void test_reuse(void **state) {
    (void)state;
    Build b = begin_with(32), g = b;
    func(&g, "f", 1);
    VarId big = alloc(&g, OBJ_STACK, "big", adr(&g, 100000000));
    store(&g, val(&g, big), num(&g, 9), 4);
    ret(&g, num(&g, 0));
    VarId keep = alloc(&b, OBJ_STACK, "keep", adr(&b, 4)), x = local(&b, "x"), i = local(&b, "i");
    store(&b, val(&b, keep), num(&b, 77), 4);
    set(&b, i, num(&b, 0));
    LocId head = b.at, out = place(&b);
    branch(&b, term_2(b.t, OP_BV_ULT, val(&b, i), num(&b, 30)), out);
    call(&b, x, g.f, 0, NULL);
    edge(&b, head, cmd_assign(b.p, i, add(&b, val(&b, i), num(&b, 1))));
    b.at = out;
    load(&b, x, val(&b, keep), 4);
    ret(&b, val(&b, x));
    expect_code(&b, 77);
    b = begin_with(32);
    alloc(&b, OBJ_HEAP, "huge", adr(&b, 0xfffffff0));
    expect(&b, RUN_OUT_OF_MEMORY, "4294967280");
}

// ---- calls by address ----
static Build by_address(uint64_t offset, int params, int results) {
    Build b = begin(), g = b;
    func(&g, "twice", 1);
    VarId n = param(&g, "n", bv(&g, 32));
    ret(&g, add(&g, val(&g, n), val(&g, n)));
    ObjId object = program_object(b.p, OBJ_FUNCTION, "twice");
    VarId p = pointer(&b, "p"), x = local(&b, "x");
    set(&b, x, num(&b, 0));
    set(&b, p, add(&b, val(&b, b.p->objects.at[object].address), adr(&b, offset)));
    Cmd cmd = { .kind = CMD_CALL, .a = val(&b, p), .n = (uint32_t)params, .n_vars = (uint32_t)results };
    cmd.terms = terms_of(&b, 2, (Term[]){ num(&b, 21), num(&b, 1) });
    cmd.vars = arena_array(b.p->arena, VarId, 1);
    cmd.vars[0] = x;
    put(&b, cmd);
    ret(&b, val(&b, x));
    return b;
}

static void test_function_pointers(void **state) {
    (void)state;
    Build b = by_address(0, 1, 1);
    expect_code(&b, 42);
    b = by_address(1, 1, 1);
    expect(&b, RUN_TRAP, "non-function");
    b = by_address(0, 2, 1); // one argument too many, no result wanted: as processors do
    expect_code(&b, 42);
    b = by_address(0, 1, 0);
    expect_code(&b, 0);
    b = by_address(0, 1, 1);
    b.p->funcs.at[program_find_func(b.p, "twice")].variadic = true;
    expect(&b, RUN_UNMODELLED, "call of twice by a pointer of another type");
    b = by_address(0, 1, 1);
    b.p->funcs.at[program_find_func(b.p, "twice")].defined = false;
    expect(&b, RUN_UNMODELLED, "no body");
}

// ---- random programs against a model of memory made of plain arrays ----
enum { OBJECTS = 6, LARGEST = 40, COMMANDS_EACH = 80 };
typedef struct Model {
    uint8_t bytes[OBJECTS][LARGEST];
    uint32_t size[OBJECTS];
    Term base[OBJECTS];
    uint32_t sum;
    uint64_t random;
} Model;

static uint32_t draw(Model *m, uint32_t n) {
    return (uint32_t)(random_next(&m->random) % n);
}

static void make_objects(Build *b, Model *m) {
    for (int k = 0; k < OBJECTS; k++) {
        uint32_t size = m->size[k] = 16 + draw(m, LARGEST - 15);
        ObjId id;
        if (k < 2)
            m->base[k] = global(b, "g", size, &id);
        else
            m->base[k] = val(b, alloc(b, k < 4 ? OBJ_HEAP : OBJ_STACK, "o", adr(b, size)));
        put(b, (Cmd){ .kind = CMD_SET, .a = m->base[k], .b = term_bv(b->t, 0, 8), .c = adr(b, size) });
    }
}

static Term within(Build *b, Model *m, int k, uint32_t offset) {
    return add(b, m->base[k], adr(b, offset));
}

// A load adds to the sum what the model says is there.
static void random_load(Build *b, Model *m, VarId sum) {
    static const uint32_t sizes[] = { 1, 2, 3, 4, 8, 16 };
    uint32_t n = sizes[draw(m, COUNT(sizes))], k = draw(m, OBJECTS), offset = draw(m, m->size[k] - n + 1);
    VarId x = local_of(b, "x", bv(b, 8 * n));
    load(b, x, within(b, m, (int)k, offset), n);
    Term top = n >= 4 ? term_extract(b->t, val(b, x), 8 * n - 1, 8 * n - 32) : term_zext(b->t, val(b, x), 32);
    set(b, sum, add(b, term_2(b->t, OP_BV_MUL, val(b, sum), num(b, 31)), top));
    uint32_t value = 0;
    for (uint32_t i = 0; i < 4 && i < n; i++)
        value |= (uint32_t)m->bytes[k][offset + (n > 4 ? n - 4 : 0) + i] << 8 * i;
    m->sum = m->sum * 31 + value;
}

static void random_store(Build *b, Model *m) {
    static const uint32_t sizes[] = { 1, 2, 3, 4, 8, 16 };
    uint32_t n = sizes[draw(m, COUNT(sizes))], k = draw(m, OBJECTS), offset = draw(m, m->size[k] - n + 1);
    uint64_t v[2] = { random_next(&m->random), random_next(&m->random) };
    store(b, within(b, m, (int)k, offset), term_bv128(b->t, v[0], v[1], 8 * n), n);
    memcpy(m->bytes[k] + offset, v, n);
}

static void random_command(Build *b, Model *m, VarId sum) {
    uint32_t k = draw(m, OBJECTS), from = draw(m, OBJECTS);
    uint32_t room = m->size[k] < m->size[from] ? m->size[k] : m->size[from];
    uint32_t n = 1 + draw(m, room), to = draw(m, m->size[k] - n + 1), at = draw(m, m->size[from] - n + 1);
    switch (draw(m, 6)) {
    case 0:
        put(b,
            (Cmd){ .kind = CMD_COPY, .a = within(b, m, (int)k, to), .b = within(b, m, (int)from, at), .c = adr(b, n) });
        memmove(m->bytes[k] + to, m->bytes[from] + at, n);
        break;
    case 1: {
        uint8_t byte = (uint8_t)draw(m, 256);
        put(b, (Cmd){ .kind = CMD_SET, .a = within(b, m, (int)k, to), .b = term_bv(b->t, byte, 8), .c = adr(b, n) });
        memset(m->bytes[k] + to, byte, n);
        break;
    }
    case 2:
    case 3:
        random_store(b, m);
        break;
    default:
        random_load(b, m, sum);
    }
}

static void test_random_memory(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 150; seed++) {
        Build b = begin_with(seed % 2 ? 32 : 64);
        Model m = { .random = seed };
        VarId sum = local(&b, "sum");
        set(&b, sum, num(&b, 0));
        make_objects(&b, &m);
        for (int i = 0; i < COMMANDS_EACH; i++)
            random_command(&b, &m, sum);
        uint32_t k = draw(&m, OBJECTS), n = 1 + draw(&m, 16), beyond = m.size[k] - draw(&m, n);
        VarId x = local_of(&b, "x", bv(&b, 8 * n));
        if (seed % 3 == 0) // the last access leaves its object
            load(&b, x, within(&b, &m, (int)k, beyond), n);
        if (seed % 3 == 1) {
            simple(&b, CMD_FREE, m.base[2]);
            simple(&b, CMD_FREE, m.base[3]);
        }
        ret(&b, val(&b, sum));
        if (seed % 3 == 0)
            expect(&b, RUN_MEMORY_ERROR, "out of bounds");
        else
            expect_code(&b, (int32_t)m.sum);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_loop),
        cmocka_unit_test(test_recursion),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_switch),
        cmocka_unit_test(test_walk),
        cmocka_unit_test(test_wide_values),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_sorts),
        cmocka_unit_test(test_copy_and_set),
        cmocka_unit_test(test_memory_errors),
        cmocka_unit_test(test_stack_life),
        cmocka_unit_test(test_object_size),
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_function_pointers),
        cmocka_unit_test(test_random_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

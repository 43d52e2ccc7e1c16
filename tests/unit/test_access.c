// The access table: what edges read and write, and which accesses are atomic.
#include "build_program.h"
#include "program/access.h"

static const Access *find(const AccessTable *t, EdgeId e, VarId var, bool write) {
    for_accesses(t, e, a) if (a->var == var && a->write == write) return a;
    return NULL;
}

static uint32_t count(const AccessTable *t, EdgeId e) {
    return t->first[e + 1] - t->first[e];
}

static VarId global_var(Build *b, const char *name) {
    return program_var(b->p, 0, name, bv(b, 32), VAR_GLOBAL);
}

static EdgeId last(const Build *b) {
    return b->p->edges.count - 1;
}

static void test_variables(void **state) {
    (void)state;
    Build b = begin();
    VarId g = global_var(&b, "g"), x = local(&b, "x");
    set(&b, x, add(&b, add(&b, val(&b, g), val(&b, x)), val(&b, g)));
    EdgeId assign = last(&b);
    input(&b, g, "nondet_int");
    EdgeId in = last(&b);
    put(&b, (Cmd){ .kind = CMD_SKIP });
    EdgeId skip = last(&b);
    ret(&b, val(&b, x));
    AccessTable t = access_new(b.p);
    access_check(&t);
    assert_int_equal(count(&t, assign), 3); // g once, x, and x written
    assert_non_null(find(&t, assign, g, false));
    assert_non_null(find(&t, assign, x, true));
    assert_null(find(&t, assign, g, true));
    assert_int_equal(count(&t, in), 1);
    assert_int_equal(count(&t, skip), 0);
    assert_true(access_is_shared(&t, find(&t, in, g, true)));
    assert_false(access_is_shared(&t, find(&t, assign, x, true)));
    assert_false(access_may_meet(find(&t, in, g, true), find(&t, assign, x, true)));
    assert_true(access_may_meet(find(&t, in, g, true), find(&t, assign, g, false)));
    assert_int_equal(t.writers.first[g + 1] - t.writers.first[g], 1);
    assert_int_equal(t.writers.to[t.writers.first[g]], in);
    access_free(&t);
    program_free(b.p);
}

// Loads and stores have their region and address; commands on bytes any region.
static void test_memory(void **state) {
    (void)state;
    Build b = begin();
    ObjId object;
    Term a = global(&b, "a", 16, &object);
    VarId x = local(&b, "x");
    RegionId r = b.p->regions.count;
    vec_push(&b.p->regions, (Region){ .name = program_name(b.p, "r"), .width = 4 });
    vec_push(&b.p->regions, (Region){ .name = program_name(b.p, "s"), .width = 4 });
    put(&b, (Cmd){ .kind = CMD_STORE, .a = a, .b = num(&b, 1), .bytes = 4, .region = r, .is_volatile = true });
    EdgeId store_edge = last(&b);
    put(&b, (Cmd){ .kind = CMD_LOAD, .var = x, .a = a, .bytes = 4, .region = r + 1, .atomic = true });
    EdgeId load_edge = last(&b);
    put(&b, (Cmd){ .kind = CMD_COPY, .a = a, .b = a, .c = adr(&b, 4) });
    EdgeId copy = last(&b);
    ret(&b, num(&b, 0));
    AccessTable t = access_new(b.p);
    const Access *stored = find(&t, store_edge, 0, true), *loaded = find(&t, load_edge, 0, false);
    assert_true(stored && loaded && stored->region == r && term_same(stored->address, a));
    assert_true(stored->is_volatile && !stored->atomic && loaded->atomic);
    assert_int_equal(count(&t, store_edge), 1); // &a is no variable that is read
    assert_false(access_may_meet(stored, loaded));
    assert_true(access_may_meet(stored, find(&t, copy, 0, true)) && find(&t, copy, 0, false));
    assert_int_equal(t.stores.first[r + 1] - t.stores.first[r], 1);
    assert_int_equal(t.stores.to[t.stores.first[0]], copy);
    access_free(&t);
    program_free(b.p);
}

// One function is called inside a section only, one inside and outside, one ends the section of its caller.
static void test_sections(void **state) {
    (void)state;
    Build b = begin();
    VarId g = global_var(&b, "g");
    LocId at = b.at;
    FuncId entry = b.f, callee[3];
    EdgeId body[3];
    static const char *const names[] = { "inside", "both", "ends" };
    for (uint32_t i = 0; i < 3; i++) {
        func(&b, names[i], 0);
        callee[i] = b.f;
        set(&b, g, num(&b, i));
        body[i] = last(&b);
        if (i == 2)
            simple(&b, CMD_ATOMIC_END, (Term){ 0 });
        edge(&b, b.p->funcs.at[b.f].exit, (Cmd){ .kind = CMD_RETURN });
    }
    b.f = entry;
    b.at = at;
    EdgeId after[4];
    simple(&b, CMD_ATOMIC_BEGIN, (Term){ 0 });
    call(&b, 0, callee[0], 0, NULL);
    set(&b, g, num(&b, 7));
    after[0] = last(&b);
    call(&b, 0, callee[1], 0, NULL);
    set(&b, g, num(&b, 8));
    after[1] = last(&b);
    call(&b, 0, callee[2], 0, NULL);
    set(&b, g, num(&b, 9));
    after[2] = last(&b);
    call(&b, 0, callee[1], 0, NULL);
    ret(&b, num(&b, 0));
    AccessTable t = access_new(b.p);
    assert_true(find(&t, body[0], g, true)->atomic);
    assert_false(find(&t, body[1], g, true)->atomic);
    assert_true(find(&t, body[2], g, true)->atomic);
    assert_true(find(&t, after[0], g, true)->atomic);
    assert_true(find(&t, after[1], g, true)->atomic);
    assert_false(find(&t, after[2], g, true)->atomic);
    access_free(&t);
    program_free(b.p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variables),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_sections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

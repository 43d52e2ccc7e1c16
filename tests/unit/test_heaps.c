// test_heaps.c - proofs by symbolic heaps: those of the engine stand, and none that was changed does
#include "answer/check/check_heaps.h"
#include "engine/engine.h"
#include "build_program.h"

typedef enum Fault { NONE, READ_LATE, FREED_TWICE, NOT_LINKED, TOO_SMALL } Fault;

static void check(Build *b, Validity valid, Term a, uint64_t bytes, LocId error) {
    VarId good = local_of(b, "valid", sort_bool(b->t));
    put(b, (Cmd){ .kind = CMD_VALID, .var = good, .a = a, .b = a, .c = adr(b, bytes), .valid = valid });
    branch(b, val(b, good), error);
}

// Nodes of { next, data } are put in front of a list, and then freed one by one.
static Program *program_with(Fault fault) {
    Build b = begin();
    VarId list = pointer(&b, "list"), next = pointer(&b, "next"), more = local(&b, "more");
    LocId error = place(&b), built = place(&b), end = place(&b);
    set(&b, list, adr(&b, 0));
    LocId head = b.at;
    input(&b, more, "more");
    branch(&b, term_not(b.t, term_eq(b.t, val(&b, more), num(&b, 0))), built);
    VarId n = alloc(&b, OBJ_HEAP, "n", adr(&b, fault == TOO_SMALL ? 12 : 16));
    check(&b, VALID_WRITE, val(&b, n), 16, error);
    if (fault != NOT_LINKED)
        store(&b, val(&b, n), val(&b, list), 8);
    store(&b, add(&b, val(&b, n), adr(&b, 8)), adr(&b, 7), 8);
    edge(&b, head, cmd_assign(b.p, list, val(&b, n)));
    b.at = built;
    branch(&b, term_not(b.t, term_eq(b.t, val(&b, list), adr(&b, 0))), end);
    if (fault == READ_LATE)
        simple(&b, CMD_FREE, val(&b, list));
    check(&b, VALID_READ, val(&b, list), 16, error);
    load(&b, next, val(&b, list), 8);
    check(&b, VALID_FREE, val(&b, list), 0, error);
    simple(&b, CMD_FREE, val(&b, list));
    if (fault == FREED_TWICE)
        check(&b, VALID_FREE, val(&b, list), 0, error);
    edge(&b, built, cmd_assign(b.p, list, val(&b, next)));
    b.at = end;
    ret(&b, num(&b, 0));
    b.at = error;
    edge(&b, b.p->error, cmd_error(program_goal(b.p, GOAL_READ, "an invalid read", (SrcPos){ 1, 1, 1 }, b.f)));
    b.p->split = b.p->monitored = b.p->lives_matter = true;
    (void)vec_add(&b.p->regions);
    for (EdgeId e = 1; e < b.p->edges.count; e++)
        if (b.p->edges.at[e].cmd.kind == CMD_LOAD || b.p->edges.at[e].cmd.kind == CMD_STORE)
            b.p->edges.at[e].cmd.region = 1;
    return b.p;
}

static Claim claim_of(Program *p) {
    Options options = { 0 };
    Claim claim;
    claim_init(&claim);
    engine_run(engine_find("lists"), &(Task){ .program = p, .options = &options }, &claim);
    return claim;
}

static bool stands(const Program *p, const Claim *claim) {
    HeapsCheck check = check_heaps(p, &claim->proof);
    assert_true(check.stands || (*check.reason.text && *check.detail.text));
    return check.stands;
}

// ---- tests ----
static Claim right_claim(Program **p) {
    *p = program_with(NONE);
    Claim claim = claim_of(*p);
    if (claim.kind != CLAIM_SAFE)
        fail_msg("%s: %s", claim.reason.text, claim.detail.text);
    claim_check(*p, &claim);
    assert_true(stands(*p, &claim));
    return claim;
}

// Programs with a fault have no proof, and that of the right one is none for them.
static void wrong_programs_have_none(void **state) {
    (void)state;
    Program *right;
    Claim proof = right_claim(&right);
    for (Fault fault = READ_LATE; fault <= TOO_SMALL; fault++) {
        Program *p = program_with(fault);
        Claim claim = claim_of(p);
        assert_int_equal(claim.kind, CLAIM_NOTHING);
        assert_false(stands(p, &proof));
        claim_free(&claim);
        program_free(p);
    }
    claim_free(&proof);
    program_free(right);
}

static void left_out_is_refused(void **state) {
    (void)state;
    Program *p;
    Claim claim = right_claim(&p);
    for (uint32_t i = 0, last = claim.proof.heaps.count - 1; i <= last; i++) {
        HeapNote kept = claim.proof.heaps.at[i];
        claim.proof.heaps.at[i] = claim.proof.heaps.at[last];
        claim.proof.heaps.count--;
        assert_false(stands(p, &claim));
        claim.proof.heaps.at[i] = kept;
        claim.proof.heaps.count++;
    }
    claim_free(&claim);
    program_free(p);
}

// A heap that says something else than it did.
static void refused_with(const Program *p, const Claim *claim, uint64_t *number, uint64_t other) {
    uint64_t kept = *number;
    *number = other;
    assert_false(stands(p, claim));
    *number = kept;
}

static void value_refused(const Program *p, const Claim *claim, HeapValue *v) {
    HeapValue kept = *v;
    refused_with(p, claim, &v->number, v->number + 1);
    *v = heap_number(v->kind == HEAP_NUMBER ? v->number + 5 : 0);
    assert_false(stands(p, claim));
    *v = kept;
}

static void changed_is_refused(void **state) {
    (void)state;
    Program *p;
    Claim claim = right_claim(&p);
    uint32_t segments = 0;
    for (uint32_t i = 0; i < claim.proof.heaps.count; i++) {
        Heap *h = &claim.proof.heaps.at[i].heap;
        for (uint32_t k = 0; k < h->vars.count; k++)
            value_refused(p, &claim, &h->vars.at[k].value);
        for (uint32_t k = 0; k < h->nodes.count; k++) {
            HeapNode *n = &h->nodes.at[k];
            segments += n->kind == NODE_SEGMENT;
            refused_with(p, &claim, &n->size, 8);
            refused_with(p, &claim, &n->size, 24);
            for (uint32_t c = 0; c < n->cells.count; c++)
                value_refused(p, &claim, &n->cells.at[c].value);
            if (n->kind != NODE_SEGMENT)
                continue;
            refused_with(p, &claim, &n->next, 8);
            refused_with(p, &claim, &n->at, 8);
            value_refused(p, &claim, &n->end);
            n->kind = NODE_HEAP;
            assert_false(stands(p, &claim));
            n->kind = NODE_SEGMENT;
        }
    }
    assert_true(segments);
    claim_free(&claim);
    program_free(p);
}

// A segment at the place of the one object that there is.
static void made_up_is_refused(void **state) {
    (void)state;
    Program *p;
    Claim claim = right_claim(&p);
    for (uint32_t i = 0; i < claim.proof.heaps.count; i++) {
        Heap *h = &claim.proof.heaps.at[i].heap;
        HeapNode n = { .kind = NODE_HEAP, .size = 16 };
        uint32_t node = heap_add_node(h, n);
        assert_false(stands(p, &claim));
        heap_drop_node(h, node);
    }
    claim_free(&claim);
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_programs_have_none),
        cmocka_unit_test(left_out_is_refused),
        cmocka_unit_test(changed_is_refused),
        cmocka_unit_test(made_up_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

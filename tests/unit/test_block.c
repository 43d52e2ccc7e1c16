// Blocks against the interpreter: along a run, from point to point, exactly the
// block of the way taken has a true guard, its path is the run's, and the state
// computed by the blocks' values leads to the same result.
#include "frontend/frontend.h"
#include "spec/monitor/monitor.h"
#include "memory/memory.h"
#include "program/step/block.h"
#include "program/pass/simplify.h"
#include "program/pass/slice.h"
#include "random_program.h"
#include <setjmp.h>
#include <cmocka.h>

typedef struct Walk {
    const Program *p;
    Terms *t;
    Blocks *blocks;
    CutGraph *graph;
    const RunResult *run;
    Map state; // term id of a variable -> term id of its value
    Map given; // (edge of the path) index -> 1 + input
    uint64_t next_address;
    uint32_t pos;     // in the path
    uint32_t end;     // of this piece in the path
    uint32_t pieces;  // followed so far
    uint32_t refused; // guards of other ways out that were false
} Walk;

static bool ends_here(const Program *p, LocId loc) {
    for_out_edges(p, loc,
                  e) if (p->edges.at[e].cmd.kind == CMD_RETURN || p->edges.at[e].cmd.kind == CMD_EXIT) return true;
    return false;
}

// Some more points than needed, so that pieces of all kinds occur.
static bool also(void *context, const Program *p, LocId loc) {
    uint64_t seed = *(uint64_t *)context + loc;
    return ends_here(p, loc) || block_is_unmodelled(NULL, p, loc) || random_next(&seed) % 11 == 0;
}

// ---- evaluation ----
static Term zero_term(Terms *t, Sort s) {
    switch (sort_kind(t, s)) {
    case SORT_BOOL:
        return term_false(t);
    case SORT_BV:
        return term_bv(t, 0, sort_width(t, s));
    case SORT_FLOAT:
        return term_fp_bits(t, 0, 0, s);
    case SORT_ARRAY:
        return term_const_array(t, s, zero_term(t, sort_element(t, s)));
    default:
        fail();
        return (Term){ 0 };
    }
}

static Term value_of(void *context, Term variable) {
    Walk *w = context;
    uint32_t id = map_find(&w->state, variable.id);
    return id ? (Term){ id } : zero_term(w->t, term_sort(w->t, variable));
}

static Term evaluate(Walk *w, Term a) {
    Term v = term_map(w->t, a, value_of, w, NULL);
    if (sort_kind(w->t, term_sort(w->t, v)) != SORT_ARRAY && !term_is_const(w->t, v)) {
        Text text = { 0 };
        term_print_smt(w->t, v, &text);
        fail_msg("not a constant: %s", text.at);
    }
    return v;
}

static bool holds(void *context, Term condition) {
    Walk *w = context;
    return term_op(w->t, evaluate(w, condition)) == OP_TRUE;
}

// ---- inputs ----
static Term given_input(Walk *w, EdgeId e, Sort s) {
    for (uint32_t i = w->pos; i < w->end; i++)
        if (w->run->path.at[i] == e) {
            uint32_t input = map_find(&w->given, i);
            return input ? term_of_value(w->t, w->run->trace.inputs.at[input - 1].value, s) : zero_term(w->t, s);
        }
    return zero_term(w->t, s);
}

// Which of the edges out of 'loc' in this block the run takes.
static uint32_t choice_at(const Walk *w, const Block *block, LocId loc) {
    uint32_t place = 0;
    for (uint32_t i = 0; i < block->steps.count; i++) {
        EdgeId e = block->steps.at[i].edge;
        if (w->p->edges.at[e].from != loc)
            continue;
        for (uint32_t k = w->pos; k < w->end; k++)
            if (w->run->path.at[k] == e)
                return place;
        place++;
    }
    return UINT32_MAX;
}

static void bind_inputs(Walk *w, const Block *block) {
    for (uint32_t i = 0; i < block->inputs.count; i++) {
        Term v = block->inputs.at[i], value = zero_term(w->t, term_sort(w->t, v));
        unsigned e, k;
        if (sscanf(term_name(w->t, v), "choice!%u!%u", &e, &k) == 2)
            value = term_bv(w->t, choice_at(w, block, e), 32);
        if (sscanf(term_name(w->t, v), "edge!%u!%u", &e, &k) == 2) {
            const Cmd *cmd = &w->p->edges.at[e].cmd;
            if (cmd->kind == CMD_INPUT)
                value = given_input(w, e, term_sort(w->t, v));
            else if (cmd->kind == CMD_OBJECT_SIZE)
                value = term_bv(w->t, ARRAY_BYTES, sort_width(w->t, term_sort(w->t, v)));
            else if (cmd->kind == CMD_ALLOC)
                value = term_bv(w->t, w->next_address += 4096, w->p->pointer_bits);
        }
        map_put(&w->state, v.id, value.id);
    }
}

static void apply(Walk *w, const Block *block) {
    VecTerm values = { 0 };
    for (uint32_t i = 0; i < block->changes.count; i++)
        vec_push(&values, evaluate(w, block->changes.at[i].value));
    for (uint32_t i = 0; i < block->changes.count; i++) {
        const BlockChange *c = &block->changes.at[i];
        Term v = c->var ? var_term(w->p, c->var) : block_region(w->blocks, c->region);
        map_put(&w->state, v.id, values.at[i].id);
    }
    for (uint32_t i = 0; i < block->forgotten.count; i++) { // must not matter
        Term v = var_term(w->p, block->forgotten.at[i]);
        uint64_t seed = w->pieces + i;
        ValueType type = value_type(w->t, term_sort(w->t, v));
        map_put(&w->state, v.id, term_of_value(w->t, random_value(&seed, type), term_sort(w->t, v)).id);
    }
    vec_free(&values);
}

// ---- following the run ----
// Of the program's inputs, those of the entry function's arguments come first.
static void match_inputs(Walk *w) {
    const Program *p = w->p;
    uint32_t next = 0;
    const Function *f = &p->funcs.at[p->entry];
    for (uint32_t i = 0; i < f->params.count && next < w->run->trace.inputs.count; i++) {
        Term v = var_term(p, f->params.at[i]);
        Term value = term_of_value(w->t, w->run->trace.inputs.at[next++].value, term_sort(w->t, v));
        map_put(&w->state, v.id, value.id);
    }
    for (uint32_t i = 0; i < w->run->path.count; i++)
        if (p->edges.at[w->run->path.at[i]].cmd.kind == CMD_INPUT && next < w->run->trace.inputs.count)
            map_put(&w->given, i, ++next);
}

// The point that the run reaches next, or WTO_NONE; *end: its place in the path.
static uint32_t next_point(const Walk *w, uint32_t *end) {
    for (uint32_t i = w->pos; i < w->run->path.count; i++) {
        uint32_t point = cut_point_at(w->graph, w->p->edges.at[w->run->path.at[i]].to);
        if (point != WTO_NONE) {
            *end = i + 1;
            return point;
        }
    }
    return WTO_NONE;
}

static void check_path(Walk *w, const Block *block, uint32_t end) {
    VecU32 path = { 0 };
    block_path(w->blocks, block, holds, w, &path);
    assert_int_equal(path.count, end - w->pos);
    for (uint32_t i = 0; i < path.count; i++)
        assert_int_equal(block->steps.at[path.at[i]].edge, w->run->path.at[w->pos + i]);
    vec_free(&path);
}

// Takes the run from its point to the next; false: it ends before one.
static bool follow(Walk *w, uint32_t *point) {
    uint32_t end = 0, next = next_point(w, &end);
    const CutPoint *at = &w->graph->points.at[*point];
    bool found = false;
    Block right = { 0 };
    // A run that ended at a memory error may go on in the blocks: they do not know all of memory.
    bool exact = next != WTO_NONE;
    w->end = end;
    for (uint32_t i = 0; exact && i < at->out.count; i++) {
        const CutEdge *e = &w->graph->edges.at[at->out.at[i]];
        Block block;
        block_build(w->blocks, at->loc, w->graph->points.at[e->to].loc, &e->edges, &block);
        bind_inputs(w, &block);
        if (e->to == next) {
            if (!holds(w, block.guard))
                fail_msg("the guard from L%u to L%u is false", at->loc, w->graph->points.at[e->to].loc);
            check_path(w, &block, end);
            right = block;
            found = true;
            continue;
        }
        assert_false(holds(w, block.guard));
        w->refused++;
        block_free(&block);
    }
    if (!found) {
        assert_int_equal(next, WTO_NONE);
        return false;
    }
    bind_inputs(w, &right);
    apply(w, &right);
    block_free(&right);
    w->pieces++;
    w->pos = end;
    *point = next;
    return true;
}

static void start(Walk *w) {
    Block first;
    block_initial(w->blocks, &first);
    apply(w, &first);
    // The formula holds of the same state.
    assert_true(holds(w, block_initial_formula(w->blocks)));
    block_free(&first);
}

static void check_result(Walk *w, LocId loc) {
    const Program *p = w->p;
    for_out_edges(p, loc, e) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        if (w->run->end != RUN_RETURNED || w->pos + 1 != w->run->path.count || cmd->kind != CMD_RETURN || !cmd->n ||
            p->funcs.at[p->entry].results.count != 1)
            continue;
        Term result = evaluate(w, block_before(w->blocks, cmd->terms[0]));
        Value v = value_of_term(w->t, result);
        assert_int_equal(value_signed(v, sort_width(w->t, term_sort(w->t, result))), w->run->exit_code);
    }
}

typedef struct Totals {
    uint32_t runs, pieces, refused, returned, errors;
} Totals;

static void walk(const Program *p, uint64_t seed, Totals *totals) {
    Walk w = { .p = p, .t = p->terms, .blocks = blocks_new(p) };
    CutOptions options = { .also = also, .context = &seed };
    w.graph = cut_graph_new(p, p->entry, &options);
    w.next_address = (layout_end(blocks_layout(w.blocks)) + 65536) & ~(uint64_t)65535;
    RunOptions run = run_options();
    Trace inputs;
    RunResult result;
    trace_init(&inputs);
    uint64_t random = seed;
    for (uint32_t i = 0; i < 40; i++)
        trace_add_input(&inputs, INPUT_NONDET, "nondet_int", (SrcPos){ 0 }, (ValueType){ SORT_BV, 32, 0 },
                        random_value(&random, (ValueType){ SORT_BV, 32, 0 }));
    run.inputs = &inputs;
    run.max_steps = 3000;
    run.max_path = 5000;
    interpret(p, &run, &result);
    if (result.end == RUN_MEMORY_ERROR && result.path.count)
        result.path.count--; // the access that failed
    w.run = &result;
    start(&w);
    match_inputs(&w);
    uint32_t point = w.graph->entry;
    while (!block_is_unmodelled(NULL, p, w.graph->points.at[point].loc) && follow(&w, &point) &&
           w.graph->points.at[point].loc != p->error)
        check_result(&w, w.graph->points.at[point].loc);
    if (result.end == RUN_ERROR && !block_is_unmodelled(NULL, p, w.graph->points.at[point].loc))
        assert_int_equal(w.graph->points.at[point].loc, p->error);
    totals->runs++;
    totals->pieces += w.pieces;
    totals->refused += w.refused;
    totals->returned += result.end == RUN_RETURNED;
    totals->errors += result.end == RUN_ERROR;
    run_result_free(&result);
    trace_free(&inputs);
    map_free(&w.state);
    map_free(&w.given);
    cut_graph_free(w.graph);
    blocks_free(w.blocks);
}

// ---- programs ----
static void test_random(void **unused) {
    (void)unused;
    Totals totals = { 0 };
    for (uint32_t round = 0; round < 400; round++) {
        RandomShape shape = { .functions = round % 3, .statements = 8, .depth = 3, .blocks = round % 2 };
        shape.in_bounds = true;
        Program *p = random_program(round, shape);
        if (round % 4 >= 1)
            program_simplify(p, PASS_ALL);
        if (round % 4 >= 2) {
            memory_made_once(p);
            memory_split(p, memory_order_to_inputs(p));
            program_simplify(p, PASS_ALL & ~PASS_INLINE);
        }
        if (round % 4 == 3)
            program_slice(p, MEMORY_MAY_FAIL);
        program_split_entries(p);
        for (uint32_t k = 0; k < 6; k++)
            walk(p, 31 * round + k, &totals);
        program_free(p);
    }
    print_message("%u runs, %u pieces, %u other ways refused, %u returned, %u errors\n", totals.runs, totals.pieces,
                  totals.refused, totals.returned, totals.errors);
    assert_true(totals.pieces > 4000 && totals.refused > 4000 && totals.returned > 200 && totals.errors > 50);
}

static Program *read_c(const char *text, uint32_t bits) {
    char path[] = "/tmp/test_block_XXXXXX.c";
    int fd = mkstemps(path, 2);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
    Property asserts = { .kind = PROPERTY_UNREACH_CALL, .entry = "main", .asserts = true };
    FrontendInput in = { .pointer_bits = bits, .entry = "main", .events = property_events(&asserts) };
    in.externals = EXTERNALS_PURE;
    vec_push(&in.files, (SourceFile){ .path = path });
    Reason why = { "" };
    Program *p = frontend_read(&in, &why);
    if (!p)
        fail_msg("%s", why.text);
    remove(path);
    vec_free(&in.files);
    monitor_property(p, &asserts);
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    memory_resolve_calls(p);
    program_simplify(p, PASS_ALL);
    memory_made_once(p);
    memory_split(p, memory_order_to_inputs(p));
    program_simplify(p, PASS_ALL & ~PASS_INLINE);
    return p;
}

#define HEAD                                                                   \
    "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n" \
    "extern unsigned char __VERIFIER_nondet_uchar(void); void *malloc(unsigned long);"

static void test_c(void **unused) {
    (void)unused;
    static const char *const programs[] = {
        HEAD "struct { int a, b; } s = { 1, 2 }; int t[4] = { 5, 6, 7, 8 };\n"
             "int main(void) { int i = __VERIFIER_nondet_int() & 3, k = __VERIFIER_nondet_int() & 3, sum = s.b;\n"
             "  for (int n = 0; n < 4; n++) { t[(i + n) & 3] += n; sum = sum * 3 + t[k]; }\n"
             "  if (sum == 77) reach_error(); return sum; }\n",
        HEAD "int main(void) { int a[8]; for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int();\n"
             "  for (int i = 0; i < 8; i++) for (int k = 0; k + 1 < 8; k++)\n"
             "    if (a[k] > a[k + 1]) { int h = a[k]; a[k] = a[k + 1]; a[k + 1] = h; }\n"
             "  if (a[0] > a[7]) reach_error(); return a[3] & 127; }\n",
        HEAD
        "struct node { struct node *next; int v; };\n"
        "int main(void) { struct node *head = 0; int n = __VERIFIER_nondet_int() & 7, sum = 0;\n"
        "  for (int i = 0; i < n; i++) { struct node *x = malloc(sizeof *x); x->next = head; x->v = i; head = x; }\n"
        "  for (struct node *x = head; x; x = x->next) sum += x->v;\n"
        "  if (sum != n * (n - 1) / 2) reach_error(); return sum; }\n",
        HEAD
        "int f(int x) { switch (x) { case 1: return 7; case 2: case 9: return 3; case 4: x++; default: return x; } }\n"
        "int (*table[2])(int) = { f, f }; double d = 1.5; char text[] = \"abc\";\n"
        "int main(void) { int r = 0; for (int i = 0; i < 12; i++) { r += table[i & 1](i); d = d * 2 - i; }\n"
        "  union { int i; unsigned char c[4]; } u; u.i = __VERIFIER_nondet_int(); r += u.c[1] + text[u.c[0] & 3];\n"
        "  if (d < 0) r++; return r & 255; }\n",
    };
    Totals totals = { 0 };
    for (uint32_t i = 0; i < 2 * COUNT(programs); i++) {
        Program *p = read_c(programs[i / 2], i % 2 ? 64 : 32);
        for (uint32_t k = 0; k < 20; k++)
            walk(p, 977 * i + k, &totals);
        program_free(p);
    }
    print_message("%u runs, %u pieces, %u other ways refused, %u returned\n", totals.runs, totals.pieces,
                  totals.refused, totals.returned);
    assert_true(totals.returned > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_c),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// walk.c - driving the interpreter from point to point, and looking at its states
#include "engine/match/walk.h"

enum { LONGEST_WALK = 10000000, LONGEST_PATH = 1 << 22, MOST_DESCRIBED = 4096 };

struct Walker {
    Procedure *pc;
    const Program *p;
    Interpreter *it;
    Stepper *s;
    RunOptions options;
    WalkInput choose; // of the walk that goes on
    void *context;
    VecTaken taken;
    VEC(RunTerm *) compiled;
    Map compiled_of; // term -> 1 + place in 'compiled', which is NULL for what cannot be compiled
};

void walk_free(Walk *w) {
    vec_free(&w->edges);
    vec_free(&w->taken);
    run_state_free(w->state);
    *w = (Walk){ 0 };
}

// ---- inputs ----
static bool choose(void *self, EdgeId edge, ValueType type, Value *value) {
    Walker *w = self;
    *value = (Value){ 0 };
    if (w->choose)
        w->choose(w->context, edge, type, value);
    vec_push(&w->taken, (TakenInput){ edge, *value });
    return true;
}

static bool unwritten(void *self, EdgeId load, uint32_t occurrence, Value *value) {
    Walker *w = self;
    (void)occurrence;
    return choose(self, load, value_type(w->p->terms, w->p->vars.at[w->p->edges.at[load].cmd.var].sort), value);
}

Walker *walker_new(Procedure *pc) {
    Walker *w = base_alloc(sizeof *w);
    *w = (Walker){ .pc = pc, .p = pc->p, .it = interpreter_new(pc->p), .options = run_options() };
    w->options.choose = choose;
    w->options.unwritten = unwritten;
    w->options.choose_context = w->options.unwritten_context = w;
    w->options.max_steps = UINT64_MAX;
    return w;
}

void walker_free(Walker *w) {
    if (!w)
        return;
    stepper_free(w->s);
    for (uint32_t i = 0; i < w->compiled.count; i++)
        run_term_free(w->compiled.at[i]);
    vec_free(&w->compiled);
    map_free(&w->compiled_of);
    vec_free(&w->taken);
    interpreter_free(w->it);
    free(w);
}

// ---- walks ----
static void arrive(Walker *w, uint32_t point, Walk *out) {
    out->end = stepper_end(w->s);
    out->point = out->end == RUN_ERROR ? w->pc->graph->error : point;
    out->state = out->end == RUN_GOING ? run_save(w->s) : NULL;
    for (uint32_t i = 0; i < w->taken.count; i++)
        vec_push(&out->taken, w->taken.at[i]);
    w->choose = NULL;
}

void walk_start(Walker *w, WalkInput choice, void *context, Walk *out) {
    *out = (Walk){ 0 };
    w->choose = choice;
    w->context = context;
    w->taken.count = 0;
    stepper_free(w->s);
    w->s = stepper_new(w->it, &w->options);
    arrive(w, w->pc->graph->entry, out);
    assert(!out->edges.count);
}

void walker_restore(Walker *w, const RunState *state) {
    assert(w->s);
    run_restore(w->s, state);
}

void walk_on(Walker *w, const RunState *from, WalkInput choice, void *context, Walk *out) {
    uint32_t point = WTO_NONE;
    *out = (Walk){ 0 };
    walker_restore(w, from);
    w->choose = choice;
    w->context = context;
    w->taken.count = 0;
    while (point == WTO_NONE && out->edges.count < LONGEST_WALK && stepper_step(w->s, 0)) {
        vec_push(&out->edges, stepper_last_edge(w->s));
        if (stepper_depth(w->s, 0) == 1)
            point = cut_point_at(w->pc->graph, stepper_at(w->s, 0));
    }
    if (stepper_end(w->s) == RUN_BLOCKED)
        out->blocked = stepper_at(w->s, 0);
    else if (stepper_end(w->s) != RUN_GOING)
        vec_push(&out->edges, stepper_last_edge(w->s));
    arrive(w, point, out);
    if (out->end == RUN_GOING && point == WTO_NONE) {
        out->end = RUN_STEP_LIMIT;
        run_state_free(out->state);
        out->state = NULL;
    }
    assert((out->end == RUN_GOING) == (out->state != NULL));
    assert(out->end != RUN_GOING || (out->point != WTO_NONE && out->edges.count));
}

// ---- looking at a state ----
static RunTerm *compiled(Walker *w, Term a) {
    uint32_t i = map_find(&w->compiled_of, a.id);
    if (!i) {
        vec_push(&w->compiled, run_term_new(w->it, a));
        map_put(&w->compiled_of, a.id, i = w->compiled.count);
    }
    return w->compiled.at[i - 1];
}

// A cell of a region, after stores into it.
static bool cell_value(Walker *w, Term array, uint64_t address, uint32_t bytes, Value *value) {
    Terms *t = w->pc->t;
    for (; term_op(t, array) == OP_STORE; array = term_arg(t, array, 0)) {
        Value at;
        if (!walker_value(w, term_arg(t, array, 1), &at))
            return false;
        if (at.lo == address)
            return walker_value(w, term_arg(t, array, 2), value);
    }
    return term_op(t, array) == OP_VAR && bytes <= 16 && stepper_read(w->s, address, bytes, value);
}

static bool applied_value(Walker *w, Term a, Value *value) {
    enum { MOST_ARGS = 8 };
    Terms *t = w->pc->t;
    uint32_t n = term_arity(t, a);
    Value args[MOST_ARGS];
    if (n == 0 || n > MOST_ARGS || !value_can_apply(term_op(t, a)))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!walker_value(w, term_arg(t, a, i), &args[i]))
            return false;
    OpType op = op_type(t, a);
    *value = value_apply(&op, args);
    return true;
}

bool walker_value(Walker *w, Term a, Value *value) {
    Terms *t = w->pc->t;
    RunTerm *code = compiled(w, a);
    if (code) {
        *value = stepper_value(w->s, code);
        return true;
    }
    if (sort_kind(t, term_sort(t, a)) == SORT_ARRAY)
        return false;
    if (term_op(t, a) != OP_SELECT)
        return applied_value(w, a, value);
    Value address;
    Term array = term_arg(t, a, 0);
    uint32_t bytes = sort_width(t, sort_element(t, term_sort(t, array))) / 8;
    return walker_value(w, term_arg(t, a, 1), &address) && cell_value(w, array, address.lo, bytes, value);
}

bool walker_holds(Walker *w, Term formula) {
    Value v;
    return walker_value(w, formula, &v) && v.lo;
}

// ---- a state as a formula ----
// Pointers to objects that have a place in the layout point there.
static Value placed(Walker *w, VarId var, Value v) {
    RunObject object;
    uint64_t base, size;
    if (!var || !w->p->vars.at[var].pointer || !v.lo || !stepper_object(w->s, v.lo, &object) || !object.live ||
        !layout_place(blocks_layout(w->pc->blocks), object.site, &base, &size))
        return v;
    return (Value){ base + (v.lo - object.base), 0 };
}

static void describe_object(Walker *w, Term array, uint32_t width, ObjId id, VecTerm *cells) {
    const Object *object = &w->p->objects.at[id];
    Terms *t = w->pc->t;
    uint64_t base, size;
    Value at, v;
    if (!object->address || object->kind != OBJ_GLOBAL || width > 16 ||
        !layout_place(blocks_layout(w->pc->blocks), id, &base, &size) || size > MOST_DESCRIBED ||
        !walker_value(w, var_term(w->p, object->address), &at))
        return;
    for (uint64_t i = 0; i + width <= size; i += width) {
        if (!stepper_read(w->s, at.lo + i, width, &v))
            continue;
        Term cell = term_2(t, OP_SELECT, array, term_bv(t, base + i, w->p->pointer_bits));
        vec_push(cells, term_eq(t, cell, term_of_value(t, v, term_sort(t, cell))));
    }
}

static void describe_region(Walker *w, Term array, VecTerm *cells) {
    for (RegionId r = 1; r < w->p->regions.count; r++) {
        const Region *region = &w->p->regions.at[r];
        for (uint32_t i = 0; term_same(region->term, array) && i < region->objects.count; i++)
            describe_object(w, array, region->width, region->objects.at[i], cells);
    }
}

void walker_describe(Walker *w, VecTerm *from, VecTerm *to, VecTerm *cells) {
    Terms *t = w->pc->t;
    for (uint32_t i = 0; i < w->pc->state.count; i++) {
        Term x = w->pc->state.at[i];
        Value v;
        if (sort_kind(t, term_sort(t, x)) == SORT_ARRAY) {
            describe_region(w, x, cells);
        } else if (walker_value(w, x, &v)) {
            vec_push(from, x);
            vec_push(to, term_of_value(t, placed(w, program_var_of(w->p, x), v), term_sort(t, x)));
        }
    }
}

// ---- the run as a claim ----
typedef struct Replay {
    const VecTaken *taken;
    uint32_t next;
    bool astray;
    Claim *claim;
} Replay;

static Value next_taken(Replay *r, EdgeId edge) {
    bool fits = r->next < r->taken->count && r->taken->at[r->next].edge == edge;
    r->astray |= !fits;
    return fits ? r->taken->at[r->next++].value : (Value){ 0 };
}

static bool replay_input(void *self, EdgeId edge, ValueType type, Value *value) {
    (void)type;
    *value = next_taken(self, edge);
    return true;
}

static bool replay_unwritten(void *self, EdgeId load, uint32_t occurrence, Value *value) {
    Replay *r = self;
    *value = next_taken(r, load);
    vec_push(&r->claim->run.hints, (LoadHint){ load, occurrence, *value });
    return true;
}

bool walk_claim(Walker *w, const VecTaken *taken, Claim *claim) {
    Replay r = { .taken = taken, .claim = claim };
    RunOptions o = run_options();
    RunResult result;
    assert(claim->kind == CLAIM_NOTHING && !claim->run.hints.count);
    stepper_free(w->s);
    w->s = NULL;
    o.choose = replay_input;
    o.unwritten = replay_unwritten;
    o.choose_context = o.unwritten_context = &r;
    o.max_path = LONGEST_PATH;
    o.max_steps = UINT64_MAX;
    interpreter_run(w->it, &o, &result);
    bool reached = result.end == RUN_ERROR && !r.astray;
    if (reached) {
        trace_free(&claim->run.trace);
        claim->run.trace = result.trace;
        trace_init(&result.trace);
        trace_drop_memory(&claim->run.trace); // objects have other numbers in the check: it gets hints
        vec_free(&claim->run.path);
        claim->run.path = result.path;
        result.path = (VecU32){ 0 };
        claim->kind = CLAIM_UNSAFE;
    } else {
        claim->run.hints.count = 0;
    }
    run_result_free(&result);
    return reached;
}

// path_trace.c - from a model of a path to a run of the program
//
// Each block tells which of its edges the run takes, and what inputs and loads gave.
//
// Where pointers from outside do not point to memory in the model, another one of the same path is looked for: it has
// accesses through wild regions inside objects that have places, or in the environment's memory (environment.h).  First
// one that takes the same edges in each block; else any, and the wishes are about the edges that it takes.
//
// Blocks do not say that objects without place are apart (layout.h), but those of a run are.  So a model in which they
// are not is no run: another one is looked for in the same way, and where there is none there is no claim.
#include "system/environment.h"
#include "system/model_trace.h"
#include "system/path.h"
#include "logic/smt/smt.h"

enum { MODEL_SECONDS = 5, ROUNDS = 4 };

// Where accesses through wild regions may be, in the order in which it is asked for.  An input that is an address
// of the layout means nothing in a run, so objects come second.  Last, they may be anywhere.
typedef enum Wish { WISH_TIDY, WISH_TIDY_OR_OBJECT, WISH_ANY, WISH_NONE, WISHES } Wish;

typedef struct Walked { // a step of a block that the run takes
    uint32_t number;    // of the block on the path
    const BlockStep *step;
} Walked;

typedef struct Walk {
    Procedure *first; // where the path starts
    uint32_t n;
    const PathStep *path;
    PathValue value;
    void *context;
    bool apart; // objects must be
    ModelTrace model;
    Environment *environment;
    VEC(Walked) steps;
} Walk;

static Term value(void *self, Term a) {
    Walk *w = self;
    return w->value(w->context, a);
}

// Before the first step the variables are their own copies.
static Term start(void *self, VarId v) {
    return var_term(((Walk *)self)->first->p, v);
}

typedef struct Inner { // a block of the path
    Walk *w;
    Procedure *proc;
    const Place *before;
    uint32_t number;
} Inner;

static Term inner(const Inner *in, Term a) {
    return a.id ? place_inner(in->proc, in->before, in->number, a) : a;
}

static bool holds(void *self, Term condition) {
    Inner *in = self;
    return model_holds(&in->w->model, inner(in, condition));
}

// ---- what accesses want ----
static Term constant(const Walk *w, uint64_t x) {
    return term_bv(w->first->t, x, w->first->p->pointer_bits);
}

// Inside an object of the region that has a place.
static Term in_placed(const Walk *w, RegionId region, Term address, uint64_t bytes) {
    Terms *t = w->first->t;
    const VecU32 *objects = &w->first->p->regions.at[region].objects;
    Term any = term_false(t);
    uint64_t base, size;
    for (uint32_t i = 0; i < objects->count; i++) {
        if (!layout_place(blocks_layout(w->first->blocks), objects->at[i], &base, &size) || size < bytes)
            continue;
        Term offset = term_bv_sub(t, address, constant(w, base));
        any = term_or(t, any, term_2(t, OP_BV_ULE, offset, constant(w, size - bytes)));
    }
    return any;
}

// New objects are not in the environment's memory.
static Term finds_memory(const Walk *w, const Inner *in, const BlockStep *step, Wish wish) {
    Terms *t = w->first->t;
    const Cmd *cmd = &w->first->p->edges.at[step->edge].cmd;
    if (wish == WISH_NONE)
        return term_true(t);
    if (cmd->kind == CMD_ALLOC && step->value.id) {
        uint64_t end = (uint64_t)ENVIRONMENT_BASE + ENVIRONMENT_BYTES;
        return term_2(t, OP_BV_ULE, constant(w, end), inner(in, step->value));
    }
    if (!step->address.id)
        return term_true(t);
    Term address = inner(in, step->address);
    Term outside = environment_has(w->environment, cmd->region, address, cmd->bytes, wish != WISH_ANY);
    return wish == WISH_TIDY ? outside : term_or(t, outside, in_placed(w, cmd->region, address, cmd->bytes));
}

static Inner inner_of(Walk *w, const Place places[], uint32_t number) {
    return (Inner){ w, w->path[number].proc, &places[number], places[number + 1].number };
}

// Each object without place that the steps walked make lies above the one before, as the interpreter has it: how
// addresses of different objects compare is an input (memory/order.h), so no order is excluded.
static Term objects_apart(Walk *w, const Place places[]) {
    Terms *t = w->first->t;
    VecTerm all = { 0 };
    Term end = { 0 }; // of the object before
    for (uint32_t i = 0; i < w->steps.count; i++) {
        const BlockStep *step = w->steps.at[i].step;
        if (!step->size.id || !step->value.id)
            continue;
        assert(w->first->p->edges.at[step->edge].cmd.kind == CMD_ALLOC);
        Inner in = inner_of(w, places, w->steps.at[i].number);
        Term base = inner(&in, step->value);
        if (end.id)
            vec_push(&all, term_2(t, OP_BV_ULT, end, base));
        end = term_2(t, OP_BV_ADD, base, inner(&in, step->size)); // does not wrap: the block says so
    }
    Term result = term_and_n(t, all.count, all.at);
    vec_free(&all);
    return result;
}

// What a run along the steps walked has, over the copies of these places; 'same': and that it takes them.
static Term is_run(Walk *w, const Place places[], Wish wish, bool same) {
    VecTerm all = { 0 };
    vec_push(&all, w->apart ? objects_apart(w, places) : term_true(w->first->t));
    for (uint32_t i = 0; i < w->steps.count; i++) {
        Walked at = w->steps.at[i];
        Inner in = inner_of(w, places, at.number);
        vec_push(&all, finds_memory(w, &in, at.step, wish));
        if (same)
            vec_push(&all, inner(&in, at.step->enabled));
    }
    Term result = term_and_n(w->first->t, all.count, all.at);
    vec_free(&all);
    return result;
}

static bool goes_outside(const Walk *w) {
    if (layout_end(blocks_layout(w->first->blocks)) > ENVIRONMENT_BASE) // there are objects
        return false;
    for (uint32_t i = 0; i < w->steps.count; i++)
        if (w->steps.at[i].step->address.id)
            return true;
    return false;
}

// ---- walking ----
// The run is where the step ends?
static bool is_at(const Walk *w, LocId end) {
    const VecU32 *path = &w->model.claim->run.path;
    return path->count && w->first->p->edges.at[vec_last(path)].to == end;
}

static bool walk_block(Walk *w, uint32_t i, const Place places[]) {
    Procedure *proc = w->path[i].proc;
    const CutEdge *e = &proc->graph->edges.at[w->path[i].cut];
    const Block *b = &proc->block[w->path[i].cut];
    VecU32 steps = { 0 };
    Inner in = { w, proc, &places[i], places[i + 1].number };
    block_path(proc->blocks, b, holds, &in, &steps);
    for (uint32_t k = 0; k < steps.count; k++) {
        const BlockStep *step = &b->steps.at[steps.at[k]];
        model_add_edge(&w->model, step->edge, inner(&in, step->value));
        vec_push(&w->steps, (Walked){ i, step });
    }
    bool arrived = steps.count && is_at(w, proc->graph->points.at[e->to].loc);
    vec_free(&steps);
    return arrived;
}

// A call is an edge; its return is none.
static bool walk_step(Walk *w, uint32_t i, const Place places[]) {
    const PathStep *step = &w->path[i];
    EdgeId call = step->proc->call[step->cut];
    switch (step->kind) {
    case STEP_BLOCK:
        return walk_block(w, i, places);
    case STEP_ENTER:
        model_add_edge(&w->model, call, (Term){ 0 });
        return true;
    case STEP_LEAVE:
        return is_at(w, step->proc->p->funcs.at[step->proc->p->edges.at[call].cmd.callee].exit);
    }
    bug("path_trace: a step of no kind");
}

static bool walk(Walk *w, const Place places[], PathValue path_value, void *context) {
    Claim *claim = w->model.claim;
    model_trace_free(&w->model);
    w->value = path_value;
    w->context = context;
    w->model = (ModelTrace){ .p = w->first->p, .func = w->first->func, .value = value, .context = w, .claim = claim };
    w->steps.count = 0;
    model_drop_run(claim);
    bool good = true;
    model_add_start(&w->model, start);
    for (uint32_t i = 0; good && i < w->n; i++)
        good = walk_step(w, i, places);
    return good;
}

// ---- another model ----
static Term in_session(void *smt, Term variable) {
    return smt_value(smt, variable);
}

typedef struct Settling { // what asks for other models
    Smt *smt;
    Term path; // over the copies of
    const Place *places;
} Settling;

// The run of a model with one of the wishes [from, end), about the steps walked last; false: there is none.
static bool settle(Walk *w, const Settling *s, Wish from, Wish end, bool same) {
    assert(w->first->t == smt_terms(s->smt));
    bool found = false;
    for (Wish wish = from; wish < end && !found; wish++)
        found = smt_solve(s->smt, term_and(w->first->t, s->path, is_run(w, s->places, wish, same))) == SMT_SAT;
    return found && walk(w, s->places, in_session, s->smt);
}

// First along the same edges; else along any, where those taken may want something else.
static bool settle_rounds(Walk *w, const Settling *s, Wish from, Wish end) {
    bool found = settle(w, s, from, end, true);
    for (uint32_t round = 0; !found && round < ROUNDS && settle(w, s, from, end, false); round++)
        found = model_holds(&w->model, is_run(w, s->places, end - 1, false));
    return found;
}

// The run of such a model; false: none was found.  The places are made anew: where paths meet, those given are not
// of this path alone.
static bool walk_settled(Walk *w) {
    Terms *t = w->first->t;
    VecPlace places = { 0 };
    VecTerm parts = { 0 };
    path_places(w->first, w->n, w->path, &places);
    for (uint32_t i = 0; i < places.count; i++)
        vec_push(&parts, places.at[i].step);
    Settling s = { smt_new(t, (SmtLimits){ .seconds = MODEL_SECONDS }), term_and_n(t, parts.count, parts.at),
                   places.at };
    bool found = (goes_outside(w) && settle_rounds(w, &s, WISH_TIDY, WISH_NONE)) ||
                 (w->apart && settle_rounds(w, &s, WISH_NONE, WISHES));
    smt_free(s.smt);
    vec_free(&parts);
    vec_free(&places);
    return found;
}

// The run of the model given counts where no better one is found, unless it is none.
static bool trace(Walk *w, const Place places[], PathValue path_value, void *context) {
    if (!walk(w, places, path_value, context)) {
        reason_set(&w->model.claim->reason, "solver");
        reason_set(&w->model.claim->detail, "the solver's model does not lead to the error");
        return false;
    }
    Wish wish = goes_outside(w) ? WISH_TIDY : WISH_NONE;
    if (model_holds(&w->model, is_run(w, places, wish, false)) || walk_settled(w))
        return true;
    if (walk(w, places, path_value, context) && model_holds(&w->model, is_run(w, places, WISH_NONE, false)))
        return true;
    reason_set(&w->model.claim->reason, "objects in one place");
    reason_set(&w->model.claim->detail, "a path to the error was found only with two objects in one place of memory");
    return false;
}

static bool trace_steps(Walk *w, const Place places[], PathValue path_value, void *context) {
    for (uint32_t i = 0; i < w->n; i++)
        assert(w->path[i].proc->system == w->first->system &&
               (w->path[i].kind == STEP_BLOCK) == !w->path[i].proc->call[w->path[i].cut]);
    w->environment = environment_new(w->first->p);
    bool good = trace(w, places, path_value, context);
    if (!good)
        model_drop_run(w->model.claim);
    environment_free(w->environment);
    model_trace_free(&w->model);
    vec_free(&w->steps);
    return good;
}

bool path_trace_steps(Procedure *first, uint32_t n, const PathStep steps[], const Place places[], PathValue path_value,
                      void *context, Claim *claim) {
    Walk w = { .first = first, .n = n, .path = steps, .apart = true, .model.claim = claim };
    return trace_steps(&w, places, path_value, context);
}

bool path_trace(Procedure *proc, uint32_t n, const uint32_t cuts[], const Place places[], PathValue path_value,
                void *context, Claim *claim) {
    VecStep steps = { 0 };
    for (uint32_t i = 0; i < n; i++)
        vec_push(&steps, (PathStep){ STEP_BLOCK, proc, cuts[i] });
    bool good = path_trace_steps(proc, n, steps.at, places, path_value, context, claim);
    vec_free(&steps);
    return good;
}

bool path_guess_steps(Procedure *first, uint32_t n, const PathStep steps[], const Place places[], PathValue path_value,
                      void *context, Claim *claim) {
    Walk w = { .first = first, .n = n, .path = steps, .model.claim = claim };
    return trace_steps(&w, places, path_value, context);
}

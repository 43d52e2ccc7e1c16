// path_trace.c - from a model of a path to a run of the program
//
// Each block tells which of its edges the run takes, and what inputs and loads gave.
//
// Where pointers from outside do not point to memory in the model, another one of the same path is looked for: it has
// accesses through wild regions inside objects that have places, or in the environment's memory (environment.h).  First
// one that takes the same edges in each block; else any, and the wishes are about the edges that it takes.
#include "system/environment.h"
#include "system/model_trace.h"
#include "system/path.h"
#include "logic/smt/smt.h"

enum { MODEL_SECONDS = 5, ROUNDS = 4 };

// Where accesses through wild regions may be, in the order in which it is asked for.  An input that is an address
// of the layout means nothing in a run, so objects come second.
typedef enum Wish { WISH_TIDY, WISH_TIDY_OR_OBJECT, WISH_ANY, WISHES } Wish;

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

// That a run along the steps walked finds memory, over the copies of these places; 'same': and that it takes them.
static Term all_find_memory(Walk *w, const Place places[], Wish wish, bool same) {
    VecTerm all = { 0 };
    for (uint32_t i = 0; i < w->steps.count; i++) {
        Walked at = w->steps.at[i];
        Inner in = { w, w->path[at.number].proc, &places[at.number], places[at.number + 1].number };
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

static bool settle(Walk *w, Smt *smt, Term path, const Place places[], bool same) {
    bool found = false;
    for (Wish wish = 0; wish < WISHES && !found; wish++)
        found = smt_solve(smt, term_and(w->first->t, path, all_find_memory(w, places, wish, same))) == SMT_SAT;
    return found && walk(w, places, in_session, smt);
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
    Term path = term_and_n(t, parts.count, parts.at);
    Smt *smt = smt_new(t, (SmtLimits){ .seconds = MODEL_SECONDS });
    bool found = settle(w, smt, path, places.at, true);
    for (uint32_t round = 0; !found && round < ROUNDS && settle(w, smt, path, places.at, false); round++)
        found = model_holds(&w->model, all_find_memory(w, places.at, WISH_ANY, false));
    smt_free(smt);
    vec_free(&parts);
    vec_free(&places);
    return found;
}

bool path_trace_steps(Procedure *first, uint32_t n, const PathStep steps[], const Place places[], PathValue path_value,
                      void *context, Claim *claim) {
    Walk w = { .first = first, .n = n, .path = steps, .model.claim = claim };
    w.environment = environment_new(first->p);
    bool good = walk(&w, places, path_value, context);
    if (good && goes_outside(&w) && !model_holds(&w.model, all_find_memory(&w, places, WISH_TIDY, false)) &&
        !walk_settled(&w))
        good = walk(&w, places, path_value, context);
    environment_free(w.environment);
    model_trace_free(&w.model);
    vec_free(&w.steps);
    return good;
}

bool path_trace(Procedure *proc, uint32_t n, const uint32_t cuts[], const Place places[], PathValue path_value,
                void *context, Claim *claim) {
    VEC(PathStep) steps = { 0 };
    for (uint32_t i = 0; i < n; i++)
        vec_push(&steps, (PathStep){ STEP_BLOCK, proc, cuts[i] });
    bool good = path_trace_steps(proc, n, steps.at, places, path_value, context, claim);
    vec_free(&steps);
    return good;
}

// path_trace.c - from a model of a path to a run of the program
//
// Each piece says which of its edges the run takes, and what inputs and loads gave.
#include "engine/model_trace.h"
#include "engine/path.h"

typedef struct Walk {
    Pieces *pc;
    PathValue value;
    void *context;
    ModelTrace model;
} Walk;

static Term value(void *self, Term a) {
    Walk *w = self;
    return w->value(w->context, a);
}

// Before the first step the variables are their own copies.
static Term start(void *self, VarId v) {
    return var_term(((Walk *)self)->pc->p, v);
}

typedef struct Inner { // a piece of the path
    Walk *w;
    const Place *before;
    uint32_t number;
} Inner;

static bool holds(void *self, Term condition) {
    Inner *in = self;
    return model_holds(&in->w->model, place_inner(in->w->pc, in->before, in->number, condition));
}

static bool walk_piece(Walk *w, uint32_t cut, const Place *before, uint32_t number) {
    const Block *b = &w->pc->piece[cut];
    VecU32 steps = { 0 };
    block_path(w->pc->blocks, b, holds, &(Inner){ w, before, number }, &steps);
    for (uint32_t i = 0; i < steps.count; i++) {
        BlockStep step = b->steps.at[steps.at[i]];
        Term given = step.value.id ? place_inner(w->pc, before, number, step.value) : step.value;
        model_add_edge(&w->model, step.edge, given);
    }
    LocId end = w->pc->graph->points.at[w->pc->graph->edges.at[cut].to].loc;
    bool arrived = steps.count && w->pc->p->edges.at[vec_last(&w->model.answer->path)].to == end;
    vec_free(&steps);
    return arrived;
}

bool path_trace(Pieces *pc, uint32_t n, const uint32_t cuts[], const Place places[], PathValue path_value,
                void *context, Answer *answer) {
    Walk w = { .pc = pc, .value = path_value, .context = context };
    w.model = (ModelTrace){ .p = pc->p, .value = value, .context = &w, .answer = answer };
    bool good = true;
    model_add_start(&w.model, start);
    for (uint32_t i = 0; good && i < n; i++)
        good = walk_piece(&w, cuts[i], &places[i], places[i + 1].number);
    model_trace_free(&w.model);
    return good;
}

// path_trace.c - from a model of a path to a run of the program
//
// The model gives each variable a value.  All other terms are evaluated by
// putting these in: the terms' own simplification computes them.  Each piece
// says which of its edges the run takes, and what inputs and loads gave.
#include "engine/path.h"
#include "program/encode.h"

typedef struct Walk {
    Pieces *pc;
    PathValue value;
    void *context;
    Map values;      // term -> its value
    Map occurrences; // edge -> how often taken
    Answer *answer;
} Walk;

static Term zero_of(Terms *t, Sort s) {
    switch (sort_kind(t, s)) {
    case SORT_BOOL:
        return term_false(t);
    case SORT_BV:
        return term_bv(t, 0, sort_width(t, s));
    case SORT_FLOAT:
        return term_fp_bits(t, 0, 0, s);
    case SORT_ARRAY:
        return term_const_array(t, s, zero_of(t, sort_element(t, s)));
    default:
        bug("path: a variable of a sort that programs do not have");
    }
}

static Term model_value(void *self, Term variable) {
    Walk *w = self;
    Term value = w->value(w->context, variable);
    return value.id ? value : zero_of(w->pc->t, term_sort(w->pc->t, variable));
}

// What has no fixed meaning (a float too large for an integer) the solver has settled.
static Term evaluate(Walk *w, Term a) {
    Term value = term_map(w->pc->t, a, model_value, w, &w->values);
    return term_is_const(w->pc->t, value) ? value : w->value(w->context, a);
}

static Value concrete(Walk *w, Term a) {
    Term value = evaluate(w, a);
    bool fits = value.id && term_is_const(w->pc->t, value) && sort_width(w->pc->t, term_sort(w->pc->t, a)) <= 128;
    return fits ? value_of_term(w->pc->t, value) : (Value){ 0 };
}

static void add_input(Walk *w, EdgeId e, Term value) {
    const Edge *edge = &w->pc->p->edges.at[e];
    ValueType type = { 0 };
    Value v = { 0 };
    if (value.id) {
        type = value_type(w->pc->t, term_sort(w->pc->t, value));
        v = concrete(w, value);
    }
    trace_add_input(&w->answer->trace, edge->cmd.input, program_text(w->pc->p, edge->cmd.text), edge->pos, type, v);
}

static void add_edge(Walk *w, EdgeId e, Term value) {
    const Cmd *cmd = &w->pc->p->edges.at[e].cmd;
    uint32_t occurrence = map_find(&w->occurrences, e);
    vec_push(&w->answer->path, e);
    if (cmd->kind == CMD_INPUT)
        add_input(w, e, value);
    if (cmd->kind != CMD_LOAD)
        return;
    if (value.id)
        vec_push(&w->answer->hints, (LoadHint){ e, occurrence, concrete(w, value) });
    map_put(&w->occurrences, e, occurrence + 1);
}

typedef struct Inner { // a piece of the path
    Walk *w;
    const Place *before;
    uint32_t number;
} Inner;

static bool holds(void *self, Term condition) {
    Inner *in = self;
    Term value = evaluate(in->w, place_inner(in->w->pc, in->before, in->number, condition));
    return value.id && term_op(in->w->pc->t, value) == OP_TRUE;
}

static bool walk_piece(Walk *w, uint32_t cut, const Place *before, uint32_t number) {
    const Block *b = &w->pc->piece[cut];
    VecU32 steps = { 0 };
    block_path(w->pc->blocks, b, holds, &(Inner){ w, before, number }, &steps);
    for (uint32_t i = 0; i < steps.count; i++) {
        BlockStep step = b->steps.at[steps.at[i]];
        add_edge(w, step.edge, step.value.id ? place_inner(w->pc, before, number, step.value) : step.value);
    }
    LocId end = w->pc->graph->points.at[w->pc->graph->edges.at[cut].to].loc;
    bool arrived = steps.count && w->pc->p->edges.at[vec_last(&w->answer->path)].to == end;
    vec_free(&steps);
    return arrived;
}

static void add_arguments(Walk *w) {
    const Program *p = w->pc->p;
    const Function *f = &p->funcs.at[p->entry];
    for (uint32_t i = 0; i < f->params.count; i++) {
        const Var *var = &p->vars.at[f->params.at[i]];
        const char *name = var->c_name.id ? program_text(p, var->c_name) : term_name(w->pc->t, var->term);
        trace_add_input(&w->answer->trace, INPUT_UNINIT, name, var->pos, value_type(w->pc->t, var->sort),
                        concrete(w, var->term));
    }
}

// Variables that were external objects: their first bytes are inputs.
static void add_external_bytes(Walk *w) {
    const Program *p = w->pc->p;
    uint32_t *number = base_alloc(p->objects.count * sizeof *number), n = 0;
    for (ObjId i = 1; i < p->objects.count; i++)
        if (p->objects.at[i].kind == OBJ_GLOBAL || p->objects.at[i].kind == OBJ_FUNCTION)
            number[i] = ++n;
    for (VarId v = 1; v < p->vars.count; v++) {
        const Var *var = &p->vars.at[v];
        bool external = var->kind == VAR_GLOBAL && var->object && p->objects.at[var->object].kind == OBJ_GLOBAL &&
                        p->objects.at[var->object].external;
        uint32_t bytes = encode_bytes(w->pc->t, var->sort);
        if (!external || bytes > 16)
            continue;
        Value value = concrete(w, encode_to_bits(w->pc->t, var->term, bytes));
        for (uint32_t i = 0; i < bytes; i++)
            trace_set_byte(&w->answer->trace, number[var->object], (uint32_t)var->offset + i,
                           (uint8_t)(i < 8 ? value.lo >> (8 * i) : value.hi >> (8 * (i - 8))));
    }
    free(number);
}

bool path_trace(Pieces *pc, uint32_t n, const uint32_t cuts[], const Place places[], PathValue value, void *context,
                Answer *answer) {
    Walk w = { .pc = pc, .value = value, .context = context, .answer = answer };
    bool good = true;
    add_arguments(&w);
    add_external_bytes(&w);
    for (uint32_t i = 0; good && i < n; i++)
        good = walk_piece(&w, cuts[i], &places[i], i + 1);
    map_free(&w.values);
    map_free(&w.occurrences);
    return good;
}

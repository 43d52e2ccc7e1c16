// bmc_trace.c - from a model of the solver to a run of the program
//
// The model gives each input a value.  All other terms are evaluated by putting
// these in: the terms' own simplification computes them.  The run is then
// found by walking the unrolled graph along the conditions that hold.
#include "engine/bmc.h"

typedef struct Walk {
    Bmc *b;
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
        bug("bmc: a variable of a sort that programs do not have");
    }
}

static Term model_value(void *self, Term variable) {
    Walk *w = self;
    Term value = smt_value(w->b->smt, variable);
    return value.id ? value : zero_of(w->b->t, term_sort(w->b->t, variable));
}

// What has no fixed meaning (a float too large for an integer) the solver has settled.
static Term evaluate(Walk *w, Term a) {
    Term value = term_map(w->b->t, a, model_value, w, &w->values);
    return term_is_const(w->b->t, value) ? value : smt_value(w->b->smt, a);
}

static Value concrete(Walk *w, Term a) {
    Term value = evaluate(w, a);
    bool fits = value.id && term_is_const(w->b->t, value) && sort_width(w->b->t, term_sort(w->b->t, a)) <= 128;
    return fits ? value_of_term(w->b->t, value) : (Value){ 0 };
}

// The edge that the run takes from a node, or NULL.
static const Taken *taken_from(Walk *w, uint32_t node) {
    Node n = w->b->nodes.at[node];
    for (uint32_t i = n.first; i < n.first + n.n; i++) {
        Taken taken = w->b->taken.at[i];
        if (!taken.condition.id || term_op(w->b->t, evaluate(w, taken.condition)) == OP_TRUE)
            return &w->b->taken.at[i];
    }
    return NULL;
}

static void add_input(Walk *w, EdgeId e, Term value) {
    const Edge *edge = &w->b->p->edges.at[e];
    ValueType type = { 0 };
    Value v = { 0 };
    if (value.id) {
        type = value_type(w->b->t, term_sort(w->b->t, value));
        v = concrete(w, value);
    }
    trace_add_input(&w->answer->trace, edge->cmd.input, program_text(w->b->p, edge->cmd.text), edge->pos, type, v);
}

static void add_edge(Walk *w, const Taken *taken) {
    EdgeId e = taken->edge;
    const Cmd *cmd = &w->b->p->edges.at[e].cmd;
    uint32_t occurrence = map_find(&w->occurrences, e);
    vec_push(&w->answer->path, e);
    if (cmd->kind == CMD_INPUT)
        add_input(w, e, taken->value);
    if (cmd->kind != CMD_LOAD)
        return;
    if (taken->value.id)
        vec_push(&w->answer->hints, (LoadHint){ e, occurrence, concrete(w, taken->value) });
    map_put(&w->occurrences, e, occurrence + 1);
}

static void add_arguments(Walk *w) {
    Bmc *b = w->b;
    const Function *f = &b->p->funcs.at[b->p->entry];
    for (uint32_t i = 0; i < b->entry_inputs.count; i++) {
        const Var *var = &b->p->vars.at[f->params.at[i]];
        const char *name = var->c_name.id ? program_text(b->p, var->c_name) : term_name(b->t, var->term);
        trace_add_input(&w->answer->trace, INPUT_UNINIT, name, var->pos, value_type(b->t, var->sort),
                        concrete(w, b->entry_inputs.at[i]));
    }
}

// Variables that were external objects: their first bytes are inputs.
static void add_external_bytes(Walk *w) {
    const Program *p = w->b->p;
    uint32_t *number = base_alloc(p->objects.count * sizeof *number), n = 0;
    for (ObjId i = 1; i < p->objects.count; i++)
        if (p->objects.at[i].kind == OBJ_GLOBAL || p->objects.at[i].kind == OBJ_FUNCTION)
            number[i] = ++n;
    for (VarId v = 1; v < p->vars.count; v++) {
        const Var *var = &p->vars.at[v];
        bool external = var->kind == VAR_GLOBAL && var->object && p->objects.at[var->object].kind == OBJ_GLOBAL &&
                        p->objects.at[var->object].external;
        uint32_t bytes = encode_bytes(w->b->t, var->sort);
        if (!external || bytes > 16)
            continue;
        Value value = concrete(w, encode_to_bits(w->b->t, bmc_initial_value(w->b, v), bytes));
        for (uint32_t i = 0; i < bytes; i++)
            trace_set_byte(&w->answer->trace, number[var->object], i,
                           (uint8_t)(i < 8 ? value.lo >> (8 * i) : value.hi >> (8 * (i - 8))));
    }
    free(number);
}

bool bmc_trace(Bmc *b, Answer *answer) {
    Walk w = { .b = b, .answer = answer };
    uint32_t node = 1; // the entry
    const Taken *taken;
    add_arguments(&w);
    add_external_bytes(&w);
    while ((taken = taken_from(&w, node))) {
        Taken now = *taken;
        if (now.edge)
            add_edge(&w, &now);
        node = now.to;
    }
    bool found = false;
    for (uint32_t i = 0; i < b->errors.count && !found; i++)
        found = b->errors.at[i].node == node;
    map_free(&w.values);
    map_free(&w.occurrences);
    return found;
}

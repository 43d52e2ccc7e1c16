#include "system/model_trace.h"
#include "program/step/encode.h"

void model_trace_free(ModelTrace *m) {
    map_free(&m->values);
    map_free(&m->occurrences);
}

void model_drop_run(Claim *claim) {
    claim->run.path.count = claim->run.hints.count = 0;
    trace_free(&claim->run.trace);
    trace_init(&claim->run.trace);
}

// ---- values ----
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
        bug("model: a variable of a sort that programs do not have");
    }
}

static Term value_of(void *self, Term variable) {
    ModelTrace *m = self;
    Term value = m->value(m->context, variable);
    return value.id ? value : zero_of(m->p->terms, term_sort(m->p->terms, variable));
}

// What has no fixed meaning (a float too large for an integer) the solver has settled.
static Term evaluate(ModelTrace *m, Term a) {
    Term value = term_map(m->p->terms, a, value_of, m, &m->values);
    return term_is_const(m->p->terms, value) ? value : m->value(m->context, a);
}

static Value concrete(ModelTrace *m, Term a) {
    Terms *t = m->p->terms;
    Term value = evaluate(m, a);
    bool fits = value.id && term_is_const(t, value) && sort_width(t, term_sort(t, a)) <= 128;
    return fits ? value_of_term(t, value) : (Value){ 0 };
}

bool model_holds(ModelTrace *m, Term condition) {
    Term value = evaluate(m, condition);
    return value.id && term_op(m->p->terms, value) == OP_TRUE;
}

// ---- edges ----
static void add_input(ModelTrace *m, const Edge *e, Term value) {
    ValueType type = { 0 };
    Value v = { 0 };
    if (value.id) {
        type = value_type(m->p->terms, term_sort(m->p->terms, value));
        v = concrete(m, value);
    }
    trace_add_input(&m->claim->run.trace, e->cmd.input, program_text(m->p, e->cmd.text), e->pos, type, v);
}

void model_add_edge(ModelTrace *m, EdgeId e, Term value) {
    const Cmd *cmd = &m->p->edges.at[e].cmd;
    uint32_t occurrence = map_find(&m->occurrences, e);
    vec_push(&m->claim->run.path, e);
    if (cmd->kind == CMD_INPUT)
        add_input(m, &m->p->edges.at[e], value);
    if (cmd->kind != CMD_LOAD)
        return;
    if (value.id)
        vec_push(&m->claim->run.hints, (LoadHint){ e, occurrence, concrete(m, value) });
    map_put(&m->occurrences, e, occurrence + 1);
}

// ---- the start ----
static void add_arguments(ModelTrace *m, Term (*start)(void *context, VarId var)) {
    const Program *p = m->p;
    const Function *f = &p->funcs.at[m->func];
    for (uint32_t i = 0; i < f->params.count; i++) {
        const Var *var = &p->vars.at[f->params.at[i]];
        const char *name = var->c_name.id ? program_text(p, var->c_name) : term_name(p->terms, var->term);
        trace_add_input(&m->claim->run.trace, INPUT_UNINIT, name, var->pos, value_type(p->terms, var->sort),
                        concrete(m, start(m->context, f->params.at[i])));
    }
}

static bool starts_with_inputs(const Program *p, const Var *var) {
    const Object *o = &p->objects.at[var->object];
    return var->kind == VAR_GLOBAL && var->object && o->kind == OBJ_GLOBAL && (o->external || o->made);
}

void model_add_start(ModelTrace *m, Term (*start)(void *context, VarId var)) {
    const Program *p = m->p;
    add_arguments(m, start);
    for (VarId v = 1; v < p->vars.count; v++) {
        const Var *var = &p->vars.at[v];
        uint32_t bytes = starts_with_inputs(p, var) ? encode_bytes(p->terms, var->sort) : 0;
        if (!bytes || bytes > 16)
            continue;
        Value value = concrete(m, encode_to_bits(p->terms, start(m->context, v), bytes));
        uint32_t number = object_number(p, var->object);
        for (uint32_t i = 0; i < bytes; i++)
            trace_set_byte(&m->claim->run.trace, number, (uint32_t)var->offset + i,
                           (uint8_t)(i < 8 ? value.lo >> (8 * i) : value.hi >> (8 * (i - 8))));
    }
}

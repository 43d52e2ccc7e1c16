#include "program/run/rules.h"

const InputRule *rule_of(const InputRules *rules, EdgeId edge) {
    for (uint32_t i = 0; i < rules->count; i++)
        if (rules->at[i].edge == edge)
            return &rules->at[i];
    return NULL;
}

bool rules_are_constant(const Program *p, const InputRules *rules) {
    for (uint32_t i = 0; i < rules->count; i++)
        for (uint32_t k = 0; k < rules->at[i].n; k++)
            if (!term_is_const(p->terms, rules->at[i].values[k]))
                return false;
    return true;
}

void rules_check(const Program *p, const InputRules *rules) {
    for (uint32_t i = 0; i < rules->count; i++) {
        const InputRule *r = &rules->at[i];
        if (!r->edge || r->edge >= p->edges.count || p->edges.at[r->edge].cmd.kind != CMD_INPUT)
            bug("rules_check: rule %u is of no INPUT", i);
        if (rule_of(rules, r->edge) != r || !r->n || r->n > RULE_TURNS)
            bug("rules_check: rule %u is not the only one of its edge, or has no terms", i);
        for (uint32_t k = 0; k < r->n; k++)
            if (term_sort(p->terms, r->values[k]).id != p->vars.at[p->edges.at[r->edge].cmd.var].sort.id)
                bug("rules_check: rule %u has a term of another sort than the input", i);
    }
}

// ---- a run ----
static void see(void *context, RunView *view, EdgeId edge, bool taken) {
    Ruled *r = context;
    (void)edge, (void)taken;
    r->view = view;
}

static bool give(void *context, EdgeId edge, ValueType type, Value *value) {
    Ruled *r = context;
    uint32_t at = edge ? map_find(&r->of_edge, edge) : 0;
    (void)type;
    *value = (Value){ 0 };
    if (!at)
        return true;
    const InputRule *rule = &r->rules->at[at - 1];
    Term a = rule->values[r->turns.at[at - 1]++ % rule->n];
    if (!term_is_const(r->p->terms, a))
        return r->view && run_view_value(r->view, a, value);
    *value = value_of_term(r->p->terms, a);
    return true;
}

void ruled_open(Ruled *r, const Program *p, const InputRules *rules, RunOptions *options) {
    assert(!options->choose && !options->observe);
    *r = (Ruled){ .p = p, .rules = rules };
    for (uint32_t i = 0; i < rules->count; i++) {
        map_put(&r->of_edge, rules->at[i].edge, i + 1);
        vec_push(&r->turns, 0);
    }
    options->choose = give;
    options->choose_context = r;
    if (rules_are_constant(p, rules))
        return;
    options->observe = see;
    options->observe_context = r;
}

void ruled_close(Ruled *r) {
    map_free(&r->of_edge);
    vec_free(&r->turns);
}

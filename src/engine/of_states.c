#include "engine/of_states.h"

// ---- invariants ----
// What holds at each copy; what holds at a test counts for the cuts that are passed there.
static Map invariants_of_copies(const Claim *claim, const Program *p) {
    Map found = { 0 }, all = { 0 };
    for (uint32_t i = 0; i < claim->proof.invariants.count; i++) {
        map_put(&found, claim->proof.invariants.at[i].loc, claim->proof.invariants.at[i].formula.id);
        map_put(&all, claim->proof.invariants.at[i].loc, claim->proof.invariants.at[i].formula.id);
    }
    for (uint32_t i = 0; i < p->passed.count; i++) {
        Term at = { map_find(&found, p->passed.at[i].at) }, before = { map_find(&all, p->passed.at[i].cut) };
        if (at.id)
            map_put(&all, p->passed.at[i].cut, before.id ? term_or(p->terms, before, at).id : at.id);
    }
    map_free(&found);
    return all;
}

static void invariants_of_heads(Claim *claim, const States *states, const Program *p) {
    Terms *t = p->terms;
    Map holds_at = invariants_of_copies(claim, p);
    const VecU32 *heads = states_heads(states);
    claim->proof.invariants.count = 0;
    for (uint32_t i = 0; i < heads->count; i++) {
        Term any = term_false(t);
        for (LocId copy = states_first(states, heads->at[i]); copy; copy = states_next(states, copy)) {
            Term holds = { map_find(&holds_at, copy) }, values = states_values(states, copy);
            any = term_or(t, any, holds.id ? term_and(t, values, holds) : values);
        }
        vec_push(&claim->proof.invariants, (Invariant){ heads->at[i], any });
    }
    map_free(&holds_at);
}

// ---- runs ----
// How often an edge was taken before: that counts all of its copies.
static void hints_of_edges(Claim *claim, const States *states) {
    Map taken = { 0 }; // edge -> how often so far
    uint32_t next = 0;
    Map of_copy = { 0 };
    for (uint32_t i = 0; i < claim->run.path.count && next < claim->run.hints.count; i++) {
        EdgeId copy = claim->run.path.at[i], edge = states_edge(states, copy);
        LoadHint *hint = &claim->run.hints.at[next];
        if (hint->edge == copy && hint->occurrence == map_find(&of_copy, copy)) {
            *hint = (LoadHint){ edge, map_find(&taken, edge), hint->value };
            next++;
        }
        map_put(&of_copy, copy, map_find(&of_copy, copy) + 1);
        map_put(&taken, edge, map_find(&taken, edge) + 1);
    }
    claim->run.hints.count = next;
    map_free(&taken);
    map_free(&of_copy);
}

// Copies of one input may have rules of their own: which of them counts, the values of the copy's place say.
static void join_rules(Terms *t, InputRule *rule, const InputRule *other, Term there) {
    uint32_t n = rule->n > other->n ? rule->n : other->n;
    for (uint32_t k = n; k-- > 0;)
        rule->values[k] = term_ite(t, there, other->values[k % other->n], rule->values[k % rule->n]);
    rule->n = n;
}

static void rules_of_edges(Claim *claim, const States *states, const Program *p) {
    InputRules joined = { 0 };
    for (uint32_t i = 0; i < claim->run.rules.count; i++) {
        InputRule rule = claim->run.rules.at[i];
        Term there = states_values(states, p->edges.at[rule.edge].from);
        rule.edge = states_edge(states, rule.edge);
        InputRule *same = NULL;
        for (uint32_t k = 0; k < joined.count; k++)
            same = joined.at[k].edge == rule.edge ? &joined.at[k] : same;
        if (same)
            join_rules(p->terms, same, &rule, there);
        else
            vec_push(&joined, rule);
    }
    vec_free(&claim->run.rules);
    claim->run.rules = joined;
}

void claim_of_states(Claim *claim, const States *states, const Program *p) {
    if (claim->kind == CLAIM_SAFE && !claim->proof.unwound)
        invariants_of_heads(claim, states, p);
    if (claim->kind == CLAIM_UNSAFE) {
        hints_of_edges(claim, states);
        rules_of_edges(claim, states, p);
    }
}

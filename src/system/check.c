// check.c - tests the invariants of a system (S1 to S5 of system.h)
#include "system/system.h"

// Does everything that the term reads, but for inputs and what is no state, matter at the point?
static bool has_all(const Procedure *proc, uint32_t point, Term a) {
    const bool *live = procedure_live(proc, point);
    VecTerm vars = { 0 };
    bool all = true;
    term_vars(proc->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        uint32_t slot = procedure_slot(proc, procedure_here(proc, point, vars.at[i]));
        all &= !slot || live[slot - 1];
    }
    vec_free(&vars);
    return all;
}

static bool is_forgotten(const Procedure *proc, const Block *b, Term x) {
    for (uint32_t i = 0; i < b->forgotten.count; i++)
        if (term_same(var_term(proc->p, b->forgotten.at[i]), x))
            return true;
    return false;
}

static void check_block(const Procedure *proc, uint32_t cut) {
    const CutEdge *e = &proc->graph->edges.at[cut];
    const Block *b = &proc->block[cut];
    const bool *after = procedure_live(proc, e->to);
    Map value = { 0 };
    if (!has_all(proc, e->from, b->guard))
        bug("system_check: a guard reads what does not matter at L%u", proc->graph->points.at[e->from].loc);
    for (uint32_t i = 0; i < b->changes.count; i++)
        map_put(&value, block_changed(proc->blocks, b, i).id, b->changes.at[i].value.id);
    for (uint32_t s = 0; s < proc->state.count; s++) {
        uint32_t given = map_find(&value, proc->state.at[s].id);
        if (!after[s] || (!given && is_forgotten(proc, b, proc->state.at[s])))
            continue;
        if (!has_all(proc, e->from, given ? (Term){ given } : proc->state.at[s]))
            bug("system_check: %s matters after a block, and what it comes from does not before it",
                term_name(proc->t, proc->state.at[s]));
    }
    map_free(&value);
}

static void check_call(const Procedure *proc, uint32_t cut) {
    const Procedure *callee = system_callee(proc->system, proc->call[cut]);
    const CutEdge *e = &proc->graph->edges.at[cut];
    const CallTerms *terms = &proc->call_terms[cut];
    const bool *entry = procedure_live(callee, callee->graph->entry), *after = procedure_live(proc, e->to);
    bool good = terms->enter && terms->leave && terms->after;
    for (uint32_t s = 0; good && s < callee->state.count; s++) {
        good = !entry[s] || has_all(proc, e->from, terms->enter[s]);
        if (callee->graph->exit != WTO_NONE && procedure_live(callee, callee->graph->exit)[s])
            good &= has_all(proc, e->from, terms->leave[s]);
    }
    for (uint32_t s = 0; good && s < proc->state.count; s++)
        good = !after[s] || !term_same(terms->after[s], proc->state.at[s]) || has_all(proc, e->from, proc->state.at[s]);
    if (!good)
        bug("system_check: what a call needs does not matter at L%u", proc->graph->points.at[e->from].loc);
}

static void check_edge(const Procedure *proc, uint32_t cut) {
    bool bad = proc->bad[proc->graph->edges.at[cut].from], block = proc->block[cut].guard.id, call = proc->call[cut];
    if (bad + block + call != 1)
        bug("system_check: a cut edge is not one of block, call and edge out of a bad point");
    if (block)
        check_block(proc, cut);
    if (call)
        check_call(proc, cut);
}

static void check_procedure(const System *s, uint32_t number) {
    const Procedure *proc = &s->procs.at[number];
    const CutGraph *graph = proc->graph;
    if (proc->system != s || graph->func != proc->func || system_procedure(s, proc->func) != proc)
        bug("system_check: procedure %u is not in its place", number);
    if (graph->error != WTO_NONE && !proc->bad[graph->error])
        bug("system_check: the error is no bad point");
    for (uint32_t i = 0; i < proc->state.count; i++)
        if (procedure_slot(proc, proc->state.at[i]) != i + 1)
            bug("system_check: %s has another slot", term_name(proc->t, proc->state.at[i]));
    for (uint32_t i = 0; i < graph->edges.count; i++)
        check_edge(proc, i);
    bool initial = number ? term_op(proc->t, proc->initial) == OP_TRUE : has_all(proc, graph->entry, proc->initial);
    if (!initial)
        bug("system_check: the initial states of procedure %u", number);
}

void system_check(const System *s) {
    if (!s->procs.count || s->procs.at[0].func != s->p->entry || (!s->calls && s->procs.count > 1))
        bug("system_check: the procedures");
    for (uint32_t k = 0; k < s->procs.count; k++)
        check_procedure(s, k);
}

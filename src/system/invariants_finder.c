// invariants_finder.c - the steps that the search for invariants looks at, and what is asked of them
#include "system/invariants_inside.h"
#include "base/limits.h"

enum {
    MOST_KEPT = 16,
    MOST_QUESTIONS = 600, // for each kind of invariants
    MORE_QUESTIONS = 60,  // a procedure more
    MOST_UNANSWERED = 4,  // then there is no hope
    EASY_RESOURCES = 400000,
};

bool finder_gives_up(const Finder *f) {
    return f->asked > MOST_QUESTIONS + MORE_QUESTIONS * (f->n - 1) || f->unanswered > MOST_UNANSWERED || limits_hit();
}

void finder_turn_to(Finder *f, uint32_t proc) {
    assert(proc < f->n);
    f->at = proc;
    f->proc = &f->system->procs.at[proc];
}

uint32_t finder_number(const Finder *f, const Procedure *proc) {
    return (uint32_t)(proc - f->system->procs.at);
}

// Are calls followed?  Else nothing is known of what they change.
bool finder_follows_calls(const Finder *f) {
    return f->n > 1;
}

// Can 'formula' be in a state of 'reach'?  That is asserted, which makes most questions cheap; hard
// ones are asked anew, as a whole.
SmtAnswer finder_ask(Finder *f, Term reach, Term formula) {
    f->asked++;
    f->questions++;
    smt_set_limits(f->smt, (SmtLimits){ .resources = EASY_RESOURCES });
    SmtAnswer answer = smt_check_assuming(f->smt, 1, &formula);
    smt_set_limits(f->smt, (SmtLimits){ .resources = RESOURCES });
    if (answer == SMT_UNKNOWN)
        answer = smt_solve(f->smt, term_and(f->t, reach, formula));
    f->unanswered += answer == SMT_UNKNOWN;
    return answer;
}

// ---- steps to look at ----
static bool is_used(const Finder *f, uint32_t cut) {
    const CutEdge *e = &f->proc->graph->edges.at[cut];
    return !f->proc->bad[e->from] && !f->proc->bad[e->to];
}

static void look_at(Finder *f, uint32_t step) {
    if (f->waits[step])
        return;
    f->waits[step] = true;
    vec_push(&f->todo, step);
}

void finder_look_at_out(Finder *f, uint32_t point) {
    assert(point < f->proc->graph->points.count);
    const VecU32 *out = &f->proc->graph->points.at[point].out;
    for (uint32_t i = out->count; i-- > 0;) {
        uint32_t step = f->first_of[f->at] + out->at[i];
        if (is_used(f, out->at[i]))
            look_at(f, step);
        if (finder_follows_calls(f) && f->proc->call[out->at[i]] && !f->proc->bad[point])
            look_at(f, f->first_of[f->n] + step);
    }
}

// More states at a point: what starts there, and at an exit what comes after calls.
void finder_grown_at(Finder *f, uint32_t point) {
    uint32_t here = f->at;
    finder_look_at_out(f, point);
    if (point != f->proc->graph->exit || !finder_follows_calls(f))
        return;
    for (uint32_t k = 0; k < f->n; k++) {
        finder_turn_to(f, k);
        for (uint32_t i = 0; i < f->proc->graph->edges.count; i++)
            if (f->proc->call[i] && system_callee(f->system, f->proc->call[i]) == &f->system->procs.at[here] &&
                is_used(f, i))
                look_at(f, f->first_of[k] + i);
    }
    finder_turn_to(f, here);
}

bool finder_next_step(Finder *f, Step *out) {
    if (!f->todo.count)
        return false;
    uint32_t step = vec_pop(&f->todo), k = 0;
    f->waits[step] = false;
    out->enters = step >= f->first_of[f->n];
    step -= out->enters ? f->first_of[f->n] : 0;
    while (f->first_of[k + 1] <= step)
        k++;
    finder_turn_to(f, k);
    out->cut = step - f->first_of[k];
    const Procedure *callee = out->enters ? system_callee(f->system, f->proc->call[out->cut]) : NULL;
    out->proc = callee ? finder_number(f, callee) : k;
    out->to = callee ? callee->graph->entry : f->proc->graph->edges.at[out->cut].to;
    return true;
}

void finder_start_round(Finder *f) {
    f->asked = f->unanswered = 0;
    f->todo.count = 0;
    memset(f->waits, 0, 2 * (size_t)f->first_of[f->n] + 1);
}

// What is read no more may still tell how what is read came about; in small programs it is kept.
bool finder_matters(const Finder *f, uint32_t point, uint32_t slot) {
    uint32_t n = f->proc->state.count;
    return (n <= MOST_KEPT && !finder_follows_calls(f)) || f->proc->live[(size_t)point * n + slot];
}

// Where calls are followed all that is given and returned counts: each activation has its own.
bool finder_counts(const Finder *f, uint32_t slot) {
    return f->proc->counts[slot] || finder_follows_calls(f);
}

Term finder_after_step(Finder *f, uint32_t cut, Term a) {
    if (f->proc->call[cut]) // what the call changes is after!x
        return calls_rename(f->system->calls, f->proc->call[cut], CALL_AFTER, a);
    return block_after(f->proc->blocks, &f->proc->block[cut], a);
}

Term finder_after_enter(Finder *f, uint32_t cut, Term a) {
    const Procedure *callee = system_callee(f->system, f->proc->call[cut]);
    Term given = procedure_formula_here(callee, callee->graph->entry, a);
    return calls_rename(f->system->calls, f->proc->call[cut], CALL_ENTER, given);
}

Term finder_at_start(Finder *f, uint32_t cut, Term a) {
    (void)cut;
    return block_before(f->proc->blocks, a);
}

// entry!x is x where an activation begins.
Term finder_first_values(const Procedure *proc) {
    Term all = term_true(proc->t);
    for (uint32_t s = 0; s < proc->state.count; s++) {
        Term x = procedure_here(proc, proc->graph->entry, proc->state.at[s]);
        if (!term_same(x, proc->state.at[s]))
            all = term_and(proc->t, all, term_eq(proc->t, proc->state.at[s], x));
    }
    return all;
}

// The ways along a cut edge, over the state before it.
Term finder_along(const Finder *f, uint32_t cut) {
    const Procedure *proc = f->proc;
    Term step = proc->call[cut] ? term_true(f->t) : proc->block[cut].guard;
    return proc->graph->edges.at[cut].from == proc->graph->entry ? term_and(f->t, step, finder_first_values(proc))
                                                                 : step;
}

// What is known of a call that returned.
static Term returned(Finder *f, uint32_t cut, Holds holds, void *context) {
    if (!f->proc->call[cut] || !finder_follows_calls(f))
        return term_true(f->t);
    const Procedure *callee = system_callee(f->system, f->proc->call[cut]);
    if (callee->graph->exit == WTO_NONE)
        return term_false(f->t);
    Term summary = holds(f, context, finder_number(f, callee), callee->graph->exit);
    return calls_rename(f->system->calls, f->proc->call[cut], CALL_LEAVE, summary);
}

// The states from which the step goes on, and what is known of the step.
Term finder_reach(Finder *f, const Step *step, Holds holds, void *context) {
    Term from = holds(f, context, f->at, f->proc->graph->edges.at[step->cut].from);
    Term reach = term_and(f->t, from, finder_along(f, step->cut));
    return step->enters ? reach : term_and(f->t, reach, returned(f, step->cut, holds, context));
}

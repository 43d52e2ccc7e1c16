// invariants.c - equations by hulls of states, inequalities by elimination
#include "system/invariants.h"
#include "base/limits.h"
#include "logic/reason/affine.h"
#include "logic/smt/smt.h"

enum {
    MOST_VARIABLES = 24, // of one width, in equations
    MOST_KEPT = 16,
    MOST_QUESTIONS = 600,  // for each kind of invariants
    MORE_QUESTIONS = 60,   // a procedure more
    MOST_UNANSWERED = 4,   // then there is no hope
    MOST_CANDIDATES = 160, // inequalities at one point
    MOST_SUMS = 4,
    MOST_CONSTANTS = 16, // that a variable is compared with
    MOST_SIZE = 20000,   // of all blocks together, in terms
    CHEAP_SIZE = 1500,   // up to it they take about a second
    RESOURCES = 2000000, // of the solver, a question
    EASY_RESOURCES = 400000,
};

typedef struct Finder {
    System *system;
    uint32_t n;         // procedures: the entry procedure alone, or all of the system
    uint32_t at;        // the procedure at hand
    Procedure *proc;    // the same
    uint32_t *first_of; // by procedure: the number of its first cut edge among those of all; [n]: their number
    Terms *t;
    Smt *smt;
    VecTerm *known;             // by procedure and point: what was found so far
    bool *settled;              // by procedure: what is known of it was given, nothing more is looked for
    uint32_t asked, unanswered; // in this round
    uint32_t questions;         // in all
    Map given;                  // of the block at hand: a value that it gives -> 1 + the slot that gets it
    VecU32 todo;                // steps to look at: cut edges by their numbers; calls also as ways into the callee
    bool *waits;                // by step
} Finder;

static bool gives_up(const Finder *f) {
    return f->asked > MOST_QUESTIONS + MORE_QUESTIONS * (f->n - 1) || f->unanswered > MOST_UNANSWERED || limits_hit();
}

static void turn_to(Finder *f, uint32_t proc) {
    assert(proc < f->n);
    f->at = proc;
    f->proc = &f->system->procs.at[proc];
}

static uint32_t number_of(const Finder *f, const Procedure *proc) {
    return (uint32_t)(proc - f->system->procs.at);
}

// Are calls followed?  Else nothing is known of what they change.
static bool follows_calls(const Finder *f) {
    return f->n > 1;
}

// Can 'formula' be in a state of 'reach'?  That is asserted, which makes most questions cheap; hard
// ones are asked anew, as a whole.
static SmtAnswer ask(Finder *f, Term reach, Term formula) {
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

static void look_at_out(Finder *f, uint32_t point) {
    assert(point < f->proc->graph->points.count);
    const VecU32 *out = &f->proc->graph->points.at[point].out;
    for (uint32_t i = out->count; i-- > 0;) {
        uint32_t step = f->first_of[f->at] + out->at[i];
        if (is_used(f, out->at[i]))
            look_at(f, step);
        if (follows_calls(f) && f->proc->call[out->at[i]] && !f->proc->bad[point])
            look_at(f, f->first_of[f->n] + step);
    }
}

// More states at a point: what starts there, and at an exit what comes after calls.
static void grown_at(Finder *f, uint32_t point) {
    uint32_t here = f->at;
    look_at_out(f, point);
    if (point != f->proc->graph->exit || !follows_calls(f))
        return;
    for (uint32_t k = 0; k < f->n; k++) {
        turn_to(f, k);
        for (uint32_t i = 0; i < f->proc->graph->edges.count; i++)
            if (f->proc->call[i] && system_callee(f->system, f->proc->call[i]) == &f->system->procs.at[here] &&
                is_used(f, i))
                look_at(f, f->first_of[k] + i);
    }
    turn_to(f, here);
}

typedef struct Step {
    bool enters; // a call, as the way into the callee
    uint32_t cut;
    uint32_t proc, to; // where it leads: a procedure and a point of it
} Step;

static bool next_step(Finder *f, Step *out) {
    if (!f->todo.count)
        return false;
    uint32_t step = vec_pop(&f->todo), k = 0;
    f->waits[step] = false;
    out->enters = step >= f->first_of[f->n];
    step -= out->enters ? f->first_of[f->n] : 0;
    while (f->first_of[k + 1] <= step)
        k++;
    turn_to(f, k);
    out->cut = step - f->first_of[k];
    const Procedure *callee = out->enters ? system_callee(f->system, f->proc->call[out->cut]) : NULL;
    out->proc = callee ? number_of(f, callee) : k;
    out->to = callee ? callee->graph->entry : f->proc->graph->edges.at[out->cut].to;
    return true;
}

static void start_round(Finder *f) {
    f->asked = f->unanswered = 0;
    f->todo.count = 0;
    memset(f->waits, 0, 2 * (size_t)f->first_of[f->n] + 1);
}

// What is read no more may still tell how what is read came about; in small programs it is kept.
static bool matters(const Finder *f, uint32_t point, uint32_t slot) {
    uint32_t n = f->proc->state.count;
    return (n <= MOST_KEPT && !follows_calls(f)) || f->proc->live[(size_t)point * n + slot];
}

// Where calls are followed all that is given and returned counts: each activation has its own.
static bool counts(const Finder *f, uint32_t slot) {
    return f->proc->counts[slot] || follows_calls(f);
}

// ---- equations ----
typedef struct Hull { // of the states at a point, as far as they were found
    VecTerm columns;
    Affine states;
    bool any; // no equation is known to hold
    Term formula;
} Hull;

// c0 + c1 x1 + ... = 0; where 2^k divides all coefficients, the same without them modulo 2^(w-k).
static Term equation(Finder *f, const Hull *h, const uint64_t *c) {
    uint32_t width = h->states.width, k = width;
    VecTerm sum = { 0 };
    for (uint32_t i = 1; i <= h->columns.count; i++)
        if (c[i] && (uint32_t)__builtin_ctzll(c[i]) < k)
            k = (uint32_t)__builtin_ctzll(c[i]);
    for (uint32_t i = 0; i < h->columns.count; i++)
        if (c[i + 1])
            vec_push(&sum, term_2(f->t, OP_BV_MUL, term_bv(f->t, c[i + 1] >> k, width), h->columns.at[i]));
    vec_push(&sum, term_bv(f->t, c[0] >> k, width));
    Term left = sum.at[0];
    for (uint32_t i = 1; i < sum.count; i++)
        left = term_2(f->t, OP_BV_ADD, left, sum.at[i]);
    vec_free(&sum);
    if (k)
        left = term_extract(f->t, left, width - k - 1, 0);
    return term_eq(f->t, left, term_bv(f->t, 0, width - k));
}

static void write_equations(Finder *f, Hull *h) {
    VecU64 rows = { 0 };
    VecTerm all = { 0 };
    uint32_t n = h->any ? 0 : affine_equations(&h->states, &rows);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&all, equation(f, h, rows.at + (size_t)i * (h->columns.count + 1)));
    h->formula = term_and_n(f->t, all.count, all.at);
    vec_free(&all);
    vec_free(&rows);
}

// Adds the state in the solver's model; values[i] is column i's.
static void add_state(Finder *f, Hull *h, const Term values[]) {
    assert(!h->any);
    uint64_t *point = base_alloc((h->columns.count + 1) * sizeof *point), high;
    for (uint32_t i = 0; i < h->columns.count && !h->any; i++) {
        Term v = smt_value(f->smt, values[i]);
        h->any = !v.id || term_op(f->t, v) != OP_BV_CONST;
        if (!h->any)
            term_bits(f->t, v, &point[i], &high);
    }
    if (!h->any)
        h->any = !affine_add(&h->states, point); // a model that changes nothing is a broken one
    free(point);
    write_equations(f, h);
}

// Adds states of 'reach' until all are inside; 'after' gives a term's value in them.
typedef Term (*After)(Finder *f, uint32_t cut, Term a);
static Term after_step(Finder *f, uint32_t cut, Term a) {
    if (f->proc->call[cut]) // what the call changes is after!x
        return calls_rename(f->system->calls, f->proc->call[cut], CALL_AFTER, a);
    return block_after(f->proc->blocks, &f->proc->block[cut], a);
}

static Term after_enter(Finder *f, uint32_t cut, Term a) {
    const Procedure *callee = system_callee(f->system, f->proc->call[cut]);
    Term given = procedure_formula_here(callee, callee->graph->entry, a);
    return calls_rename(f->system->calls, f->proc->call[cut], CALL_ENTER, given);
}

static Term at_start(Finder *f, uint32_t cut, Term a) {
    (void)cut;
    return block_before(f->proc->blocks, a);
}

// entry!x is x where an activation begins.
static Term first_values(const Procedure *proc) {
    Term all = term_true(proc->t);
    for (uint32_t s = 0; s < proc->state.count; s++) {
        Term x = procedure_here(proc, proc->graph->entry, proc->state.at[s]);
        if (!term_same(x, proc->state.at[s]))
            all = term_and(proc->t, all, term_eq(proc->t, proc->state.at[s], x));
    }
    return all;
}

// The ways along a cut edge, over the state before it.
static Term along(const Finder *f, uint32_t cut) {
    const Procedure *proc = f->proc;
    Term step = proc->call[cut] ? term_true(f->t) : proc->block[cut].guard;
    return proc->graph->edges.at[cut].from == proc->graph->entry ? term_and(f->t, step, first_values(proc)) : step;
}

// What is known of a call that returned: 'at' gives what holds at a point of a procedure.
typedef Term (*Holds)(Finder *f, void *context, uint32_t proc, uint32_t point);
static Term returned(Finder *f, uint32_t cut, Holds holds, void *context) {
    if (!f->proc->call[cut] || !follows_calls(f))
        return term_true(f->t);
    const Procedure *callee = system_callee(f->system, f->proc->call[cut]);
    if (callee->graph->exit == WTO_NONE)
        return term_false(f->t);
    Term summary = holds(f, context, number_of(f, callee), callee->graph->exit);
    return calls_rename(f->system->calls, f->proc->call[cut], CALL_LEAVE, summary);
}

// The states from which the step goes on, and what is known of the step.
static Term reach_of(Finder *f, const Step *step, Holds holds, void *context) {
    Term from = holds(f, context, f->at, f->proc->graph->edges.at[step->cut].from);
    Term reach = term_and(f->t, from, along(f, step->cut));
    return step->enters ? reach : term_and(f->t, reach, returned(f, step->cut, holds, context));
}

static bool widen_hull(Finder *f, Hull *h, Term reach, After after, uint32_t cut) {
    assert(smt_depth(f->smt) == 0);
    bool grown = false;
    VecTerm values = { 0 };
    if (h->any)
        return false;
    smt_push(f->smt);
    smt_assert(f->smt, reach);
    for (uint32_t i = 0; i < h->columns.count; i++)
        vec_push(&values, after(f, cut, h->columns.at[i]));
    while (!h->any && !gives_up(f)) {
        Term inside = after(f, cut, h->formula);
        SmtAnswer answer = ask(f, reach, term_not(f->t, inside));
        if (answer == SMT_UNSAT)
            break;
        grown = true;
        h->any |= answer == SMT_UNKNOWN;
        if (answer == SMT_SAT)
            add_state(f, h, values.at);
        else
            write_equations(f, h);
    }
    smt_pop(f->smt);
    vec_free(&values);
    return grown;
}

static bool is_number(const Finder *f, Term a, uint32_t width) {
    Sort sort = term_sort(f->t, a);
    return sort_kind(f->t, sort) == SORT_BV && sort_width(f->t, sort) == width;
}

static bool has_counter(const Finder *f, uint32_t width) {
    for (uint32_t s = 0; s < f->proc->state.count; s++)
        if (counts(f, s) && is_number(f, f->proc->state.at[s], width))
            return true;
    return false;
}

static bool some_have_counter(Finder *f, uint32_t width) {
    bool some = false;
    for (uint32_t k = 0; k < f->n && !some; k++) {
        turn_to(f, k);
        some = !f->settled[k] && has_counter(f, width);
    }
    return some;
}

static void open_hulls(Finder *f, Hull *hulls, uint32_t width) {
    Procedure *proc = f->proc;
    for (uint32_t p = 0; p < proc->graph->points.count; p++) {
        Hull *h = &hulls[p];
        uint32_t counters = 0;
        for (uint32_t s = 0; s < proc->state.count; s++) {
            if (!matters(f, p, s) || !is_number(f, proc->state.at[s], width))
                continue;
            vec_push(&h->columns, proc->state.at[s]);
            counters += counts(f, s);
        }
        h->any = f->settled[f->at] || proc->bad[p] || !counters || h->columns.count > MOST_VARIABLES;
        affine_init(&h->states, h->columns.count, width);
        h->formula = h->any ? term_true(f->t) : term_false(f->t);
    }
}

static Term hull_holds(Finder *f, void *hulls, uint32_t proc, uint32_t point) {
    return term_and(f->t, ((Hull **)hulls)[proc][point].formula, f->known[proc].at[point]);
}

static Hull **hulls_new(Finder *f, uint32_t width) {
    Hull **hulls = base_alloc(f->n * sizeof *hulls);
    for (uint32_t k = 0; k < f->n; k++) {
        turn_to(f, k);
        hulls[k] = base_alloc((f->proc->graph->points.count + 1) * sizeof *hulls[k]);
        open_hulls(f, hulls[k], width);
    }
    return hulls;
}

// Keeps what was found where it is finished; the number of points that have some.
static uint32_t hulls_close(Finder *f, Hull **hulls) {
    uint32_t found = 0;
    for (uint32_t k = 0; k < f->n; k++) {
        for (uint32_t p = 0; p < f->system->procs.at[k].graph->points.count; p++) {
            Hull *h = &hulls[k][p];
            if (!gives_up(f) && !h->any) {
                f->known[k].at[p] = term_and(f->t, f->known[k].at[p], h->formula);
                found += term_op(f->t, h->formula) != OP_TRUE;
            }
            vec_free(&h->columns);
            affine_free(&h->states);
        }
        free(hulls[k]);
    }
    free(hulls);
    return found;
}

// The equations of one width: all points' hulls grow until no step leads out of one.
static uint32_t find_equations(Finder *f, uint32_t width) {
    Step step;
    start_round(f);
    Hull **hulls = hulls_new(f, width);
    turn_to(f, 0);
    uint32_t entry = f->proc->graph->entry;
    widen_hull(f, &hulls[0][entry], term_and(f->t, f->proc->initial, first_values(f->proc)), at_start, 0);
    for (uint32_t k = 0; k < f->n; k++) {
        turn_to(f, k);
        for (uint32_t p = 0; p < f->proc->graph->points.count; p++)
            if ((k == 0 && p == entry) || hulls[k][p].any)
                grown_at(f, p);
    }
    while (!gives_up(f) && next_step(f, &step)) {
        Term reach = reach_of(f, &step, hull_holds, hulls);
        if (widen_hull(f, &hulls[step.proc][step.to], reach, step.enters ? after_enter : after_step, step.cut)) {
            turn_to(f, step.proc);
            grown_at(f, step.to);
        }
    }
    return hulls_close(f, hulls);
}

// ---- sums that a loop keeps ----
// The sums of variables that no step from the point back to it changes: the equations of the
// differences that such steps make, and of no difference at all.
static Term difference(Finder *f, uint32_t cut, Term a) {
    return sort_kind(f->t, term_sort(f->t, a)) == SORT_BV ? term_bv_sub(f->t, after_step(f, cut, a), a) : a;
}

// A formula about differences: over the columns, each in the place of its difference.
static Term of_differences(Finder *f, uint32_t cut, Term formula) {
    if (sort_kind(f->t, term_sort(f->t, formula)) != SORT_BOOL)
        return difference(f, cut, formula);
    VecTerm vars = { 0 }, values = { 0 };
    term_vars(f->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        vec_push(&values, difference(f, cut, vars.at[i]));
    Term result = term_substitute(f->t, formula, vars.count, vars.at, values.at);
    vec_free(&vars);
    vec_free(&values);
    return result;
}

static void add_sums(Finder *f, const Hull *h, VecTerm *out) {
    VecU64 rows = { 0 };
    uint32_t n = affine_equations(&h->states, &rows), size = h->columns.count + 1;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t *c = rows.at + (size_t)i * size;
        uint32_t summands = 0;
        Term sum = term_bv(f->t, 0, h->states.width);
        for (uint32_t k = 1; k < size; k++) {
            summands += c[k] != 0;
            Term factor = term_bv(f->t, c[k], h->states.width);
            sum = term_2(f->t, OP_BV_ADD, sum, term_2(f->t, OP_BV_MUL, factor, h->columns.at[k - 1]));
        }
        if (summands > 1 && summands < 4 && out->count < MOST_SUMS)
            vec_push(out, sum);
    }
    vec_free(&rows);
}

static void find_sums(Finder *f, uint32_t point, uint32_t width, VecTerm *out) {
    const VecU32 *edges = &f->proc->graph->points.at[point].out;
    Hull h = { .formula = term_false(f->t) };
    for (uint32_t s = 0; s < f->proc->state.count; s++)
        if (matters(f, point, s) && counts(f, s) && is_number(f, f->proc->state.at[s], width))
            vec_push(&h.columns, f->proc->state.at[s]);
    h.any = h.columns.count < 2 || h.columns.count > MOST_VARIABLES;
    affine_init(&h.states, h.columns.count, width);
    uint64_t *none = base_alloc((h.columns.count + 1) * sizeof *none);
    affine_add(&h.states, none);
    free(none);
    write_equations(f, &h);
    for (uint32_t i = 0; i < edges->count && !h.any; i++)
        if (f->proc->graph->edges.at[edges->at[i]].to == point) {
            Term reach = term_and(f->t, f->known[f->at].at[point], along(f, edges->at[i]));
            widen_hull(f, &h, reach, of_differences, edges->at[i]);
        }
    if (!h.any && !gives_up(f))
        add_sums(f, &h, out);
    vec_free(&h.columns);
    affine_free(&h.states);
}

// ---- inequalities: what might hold ----
typedef struct Compared { // what a variable is compared with, or given
    VecTerm constants;
    bool as_signed, as_unsigned;
} Compared;

static void add_constant(Finder *f, Compared *c, Term constant) {
    for (uint32_t i = 0; i < c->constants.count; i++)
        if (term_same(c->constants.at[i], constant))
            return;
    if (c->constants.count < MOST_CONSTANTS && term_op(f->t, constant) == OP_BV_CONST)
        vec_push(&c->constants, constant);
}

// The slot whose value the term is, but for something added; 'offset' is that, if it is constant.
static uint32_t slot_in(Finder *f, Term a, Term *offset) {
    uint32_t slot = map_find(&f->proc->slot_of, a.id);
    *offset = (Term){ 0 };
    slot = slot ? slot : map_find(&f->given, a.id);
    if (slot || term_op(f->t, a) != OP_BV_ADD || term_arity(f->t, a) != 2)
        return slot;
    for (uint32_t i = 0; i < 2 && !slot; i++) {
        slot = map_find(&f->proc->slot_of, term_arg(f->t, a, i).id);
        *offset = term_arg(f->t, a, 1 - i);
    }
    return term_op(f->t, *offset) == OP_BV_CONST ? slot : 0;
}

static void learn_comparison(Finder *f, Compared *all, Term x, Term y, Op op) {
    Term offset;
    uint32_t slot = slot_in(f, x, &offset);
    if (!slot)
        return;
    Compared *c = &all[slot - 1];
    c->as_unsigned |= op == OP_BV_ULT || op == OP_BV_ULE;
    c->as_signed |= op == OP_BV_SLT || op == OP_BV_SLE;
    if (term_op(f->t, y) != OP_BV_CONST)
        return;
    uint32_t width = sort_width(f->t, term_sort(f->t, y));
    if (offset.id)
        y = term_bv_sub(f->t, y, offset);
    add_constant(f, c, y);
    add_constant(f, c, term_2(f->t, OP_BV_ADD, y, term_bv(f->t, 1, width)));
    add_constant(f, c, term_2(f->t, OP_BV_ADD, y, term_bv(f->t, UINT64_MAX, width)));
}

static void learn_formula(Finder *f, Compared *all, Term formula) {
    VecTerm todo = { 0 };
    Map seen = { 0 };
    vec_push(&todo, formula);
    while (todo.count) {
        Term a = vec_pop(&todo);
        Op op = term_op(f->t, a);
        if (map_find(&seen, a.id))
            continue;
        map_put(&seen, a.id, 1);
        bool compares = op == OP_EQ || op == OP_BV_SLT || op == OP_BV_SLE || op == OP_BV_ULT || op == OP_BV_ULE;
        for (uint32_t i = 0; i < term_arity(f->t, a); i++) {
            vec_push(&todo, term_arg(f->t, a, i));
            if (compares)
                learn_comparison(f, all, term_arg(f->t, a, i), term_arg(f->t, a, 1 - i), op);
        }
    }
    map_free(&seen);
    vec_free(&todo);
}

// The constants that a value may be.
static void learn_value(Finder *f, Compared *c, Term value) {
    VecTerm todo = { 0 };
    vec_push(&todo, value);
    for (uint32_t n = 0; todo.count && n < 100; n++) {
        Term a = vec_pop(&todo);
        add_constant(f, c, a);
        if (term_op(f->t, a) != OP_ITE)
            continue;
        vec_push(&todo, term_arg(f->t, a, 1));
        vec_push(&todo, term_arg(f->t, a, 2));
    }
    vec_free(&todo);
}

static void learn(Finder *f, Compared *all) {
    Procedure *proc = f->proc;
    learn_formula(f, all, proc->initial);
    for (uint32_t i = 0; i < proc->graph->edges.count; i++) {
        const Block *b = &proc->block[i];
        if (!b->guard.id)
            continue;
        map_free(&f->given);
        for (uint32_t k = 0; k < b->changes.count; k++) {
            uint32_t slot = procedure_slot(proc, block_changed(proc->blocks, b, k));
            if (slot && !term_is_const(f->t, b->changes.at[k].value))
                map_put(&f->given, b->changes.at[k].value.id, slot);
        }
        learn_formula(f, all, b->guard);
        for (uint32_t k = 0; k < b->changes.count; k++) {
            learn_formula(f, all, b->changes.at[k].value);
            uint32_t slot = procedure_slot(proc, block_changed(proc->blocks, b, k));
            if (slot)
                learn_value(f, &all[slot - 1], b->changes.at[k].value);
        }
    }
}

static void add_candidate(Finder *f, VecTerm *out, Op op, Term x, Term y) {
    Term a = term_2(f->t, op, x, y);
    if (out->count < MOST_CANDIDATES && term_op(f->t, a) != OP_TRUE && term_op(f->t, a) != OP_FALSE)
        vec_push(out, a);
}

static void bound(Finder *f, const Compared *c, Term x, VecTerm *out) {
    for (uint32_t i = 0; i < c->constants.count; i++) {
        if (c->as_signed || !c->as_unsigned) {
            add_candidate(f, out, OP_BV_SLE, c->constants.at[i], x);
            add_candidate(f, out, OP_BV_SLE, x, c->constants.at[i]);
        }
        if (c->as_unsigned) {
            add_candidate(f, out, OP_BV_ULE, c->constants.at[i], x);
            add_candidate(f, out, OP_BV_ULE, x, c->constants.at[i]);
        }
    }
}

// A sum against variables and what its own are compared with.
static void propose_sum(Finder *f, const Compared *all, uint32_t point, Term sum, VecTerm *out) {
    Procedure *proc = f->proc;
    Compared c = { 0 };
    VecTerm vars = { 0 };
    term_vars(f->t, sum, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        const Compared *one = &all[map_find(&proc->slot_of, vars.at[i].id) - 1];
        c.as_signed |= one->as_signed;
        c.as_unsigned |= one->as_unsigned;
        for (uint32_t k = 0; k < one->constants.count; k++)
            add_constant(f, &c, one->constants.at[k]);
    }
    bound(f, &c, sum, out);
    for (uint32_t s = 0; s < proc->state.count; s++)
        if (matters(f, point, s) && term_sort(f->t, proc->state.at[s]).id == term_sort(f->t, sum).id) {
            Op op = c.as_unsigned && !c.as_signed ? OP_BV_ULE : OP_BV_SLE;
            add_candidate(f, out, op, sum, proc->state.at[s]);
            add_candidate(f, out, op, proc->state.at[s], sum);
        }
    vec_free(&vars);
    vec_free(&c.constants);
}

static void propose_sums(Finder *f, const Compared *all, uint32_t point, VecTerm *out) {
    VecTerm sums = { 0 };
    for (uint32_t width = 32; width <= 64; width += 32)
        if (has_counter(f, width))
            find_sums(f, point, width, &sums);
    for (uint32_t i = 0; i < sums.count; i++)
        propose_sum(f, all, point, sums.at[i], out);
    vec_free(&sums);
}

// At a point: bounds of each variable, then the order of pairs one of which counts.
static void propose(Finder *f, const Compared *all, uint32_t point, VecTerm *out) {
    Procedure *proc = f->proc;
    uint32_t n = proc->state.count;
    for (uint32_t s = 0; s < n; s++)
        if (matters(f, point, s))
            bound(f, &all[s], proc->state.at[s], out);
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t r = 0; r < n; r++) {
            Term x = proc->state.at[s], y = proc->state.at[r];
            Sort sort = term_sort(f->t, x);
            if (s == r || !(counts(f, s) || counts(f, r)) || !matters(f, point, s) || !matters(f, point, r) ||
                sort_kind(f->t, sort) != SORT_BV || sort.id != term_sort(f->t, y).id)
                continue;
            if (all[s].as_signed || all[r].as_signed)
                add_candidate(f, out, OP_BV_SLE, x, y);
            if (all[s].as_unsigned || all[r].as_unsigned)
                add_candidate(f, out, OP_BV_ULE, x, y);
        }
    propose_sums(f, all, point, out);
}

// ---- inequalities: what does hold ----
static Term all_of(Finder *f, const VecTerm *candidates) {
    return term_and_n(f->t, candidates->count, candidates->at);
}

// Drops the candidates that are not true after some step of 'reach'.
static bool drop(Finder *f, VecTerm *candidates, Term reach, After after, uint32_t cut) {
    assert(smt_depth(f->smt) == 0);
    bool dropped = false;
    if (!candidates->count)
        return false;
    smt_push(f->smt);
    smt_assert(f->smt, reach);
    while (candidates->count && !gives_up(f)) {
        Term hold = after(f, cut, all_of(f, candidates));
        SmtAnswer answer = ask(f, reach, term_not(f->t, hold));
        if (answer == SMT_UNSAT)
            break;
        dropped = true;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < candidates->count && answer == SMT_SAT; i++) {
            Term v = smt_value(f->smt, after(f, cut, candidates->at[i]));
            if (v.id && term_op(f->t, v) == OP_TRUE)
                candidates->at[kept++] = candidates->at[i];
        }
        assert(kept <= candidates->count);
        candidates->count = kept < candidates->count ? kept : 0;
    }
    smt_pop(f->smt);
    return dropped;
}

// Is 'a' a bound of the same side as 'b' of the same term, and not a closer one?  Both hold.
static bool follows_from(Finder *f, Term a, Term b) {
    Op op = term_op(f->t, a);
    if (op != term_op(f->t, b) || term_arity(f->t, a) != 2)
        return false;
    for (uint32_t side = 0; side < 2; side++) {
        Term x = term_arg(f->t, a, side), y = term_arg(f->t, b, side);
        if (!term_same(term_arg(f->t, a, 1 - side), term_arg(f->t, b, 1 - side)) || term_op(f->t, x) != OP_BV_CONST ||
            term_op(f->t, y) != OP_BV_CONST)
            continue;
        Term looser = side ? term_2(f->t, op, y, x) : term_2(f->t, op, x, y);
        return term_op(f->t, looser) == OP_TRUE;
    }
    return false;
}

// The upper, or lower, bound of 'a' among the candidates; no term: there is none.
static Term bound_of(Finder *f, const VecTerm *candidates, Op op, Term a, bool upper) {
    for (uint32_t i = 0; i < candidates->count; i++) {
        Term c = candidates->at[i];
        if (term_op(f->t, c) == op && term_same(term_arg(f->t, c, !upper), a) &&
            term_op(f->t, term_arg(f->t, c, upper)) == OP_BV_CONST)
            return term_arg(f->t, c, upper);
    }
    return (Term){ 0 };
}

// Is 'a' an order of two terms that their bounds imply?
static bool follows_from_bounds(Finder *f, Term a, const VecTerm *candidates) {
    Op op = term_op(f->t, a);
    if (term_arity(f->t, a) != 2 || term_is_const(f->t, term_arg(f->t, a, 0)) ||
        term_is_const(f->t, term_arg(f->t, a, 1)))
        return false;
    Term most = bound_of(f, candidates, op, term_arg(f->t, a, 0), true);
    Term least = bound_of(f, candidates, op, term_arg(f->t, a, 1), false);
    return most.id && least.id && term_op(f->t, term_2(f->t, op, most, least)) == OP_TRUE;
}

// Leaves out bounds that closer ones imply, and orders that bounds imply: no solver is needed for that.
static void keep_closest(Finder *f, VecTerm *candidates) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < candidates->count; i++) {
        bool follows = false;
        for (uint32_t k = 0; k < candidates->count && !follows; k++)
            follows = k < kept || k > i ? follows_from(f, candidates->at[i], candidates->at[k]) : false;
        if (!follows)
            candidates->at[kept++] = candidates->at[i];
    }
    candidates->count = kept;
    kept = 0;
    for (uint32_t i = 0; i < candidates->count; i++) // bounds come before orders, and none is left out here
        if (!follows_from_bounds(f, candidates->at[i], candidates))
            candidates->at[kept++] = candidates->at[i];
    candidates->count = kept;
}

// Leaves out candidates that follow from the others and only make formulas longer.
static void tidy(Finder *f, VecTerm *candidates, Term known) {
    for (uint32_t i = candidates->count; i-- > 0 && !gives_up(f);) {
        Term a = candidates->at[i];
        candidates->at[i] = term_true(f->t);
        Term rest = term_and(f->t, known, all_of(f, candidates));
        if (ask(f, term_true(f->t), term_and(f->t, rest, term_not(f->t, a))) != SMT_UNSAT)
            candidates->at[i] = a;
    }
}

typedef VecTerm *Candidates; // by point
static Term candidates_hold(Finder *f, void *candidates, uint32_t proc, uint32_t point) {
    return term_and(f->t, f->known[proc].at[point], all_of(f, &((Candidates *)candidates)[proc][point]));
}

static Candidates propose_at_points(Finder *f, const Compared *all) {
    const CutGraph *graph = f->proc->graph;
    Candidates candidates = base_alloc((graph->points.count + 1) * sizeof *candidates);
    for (uint32_t p = 0; p < graph->points.count; p++) {
        if (!f->proc->bad[p] && !f->settled[f->at])
            propose(f, all, p, &candidates[p]);
        look_at_out(f, p);
    }
    return candidates;
}

static void share(Finder *f, Compared *from, Compared *to) {
    to->as_signed |= from->as_signed;
    to->as_unsigned |= from->as_unsigned;
    for (uint32_t i = 0; i < from->constants.count; i++)
        add_constant(f, to, from->constants.at[i]);
}

// What an argument is compared with, the parameter may be, and the other way round; likewise results.
static void share_at_call(Finder *f, uint32_t cut, Compared **all) {
    const Procedure *callee = system_callee(f->system, f->proc->call[cut]);
    const CallTerms *terms = &f->proc->call_terms[cut];
    uint32_t k = number_of(f, callee);
    for (uint32_t s = 0; s < callee->state.count; s++) {
        uint32_t given = map_find(&f->proc->slot_of, terms->enter[s].id);
        uint32_t x = map_find(&f->system->origin, terms->leave[s].id), got = x ? map_find(&f->proc->slot_of, x) : 0;
        uint32_t slot = given ? given : got;
        if (!slot)
            continue;
        share(f, &all[f->at][slot - 1], &all[k][s]);
        share(f, &all[k][s], &all[f->at][slot - 1]);
    }
}

static void propose_all(Finder *f, Candidates candidates[]) {
    Compared **all = base_alloc(f->n * sizeof *all);
    for (uint32_t k = 0; k < f->n; k++) {
        turn_to(f, k);
        all[k] = base_alloc((f->proc->state.count + 1) * sizeof *all[k]);
        learn(f, all[k]);
    }
    for (uint32_t k = 0; k < f->n && follows_calls(f); k++) {
        turn_to(f, k);
        for (uint32_t i = 0; i < f->proc->graph->edges.count; i++)
            if (f->proc->call[i])
                share_at_call(f, i, all);
    }
    for (uint32_t k = 0; k < f->n; k++) {
        turn_to(f, k);
        candidates[k] = propose_at_points(f, all[k]);
    }
    for (uint32_t k = 0; k < f->n; k++) {
        for (uint32_t s = 0; s < f->system->procs.at[k].state.count; s++)
            vec_free(&all[k][s].constants);
        free(all[k]);
    }
    free(all);
}

// Of the procedure at hand: keeps those that are left, if they are 'good'; how many.
static uint32_t keep_candidates(Finder *f, Candidates candidates, bool good) {
    uint32_t found = 0;
    for (uint32_t p = 0; p < f->proc->graph->points.count; p++) {
        Term *known = &f->known[f->at].at[p];
        if (good) {
            keep_closest(f, &candidates[p]);
            tidy(f, &candidates[p], *known);
            *known = term_and(f->t, *known, all_of(f, &candidates[p]));
        }
        for (uint32_t i = 0; i < candidates[p].count && good; i++)
            found += term_op(f->t, candidates[p].at[i]) != OP_TRUE;
        vec_free(&candidates[p]);
    }
    free(candidates);
    return found;
}

static uint32_t find_inequalities(Finder *f) {
    uint32_t found = 0;
    Step step;
    Candidates *candidates = base_alloc(f->n * sizeof *candidates);
    start_round(f);
    propose_all(f, candidates);
    turn_to(f, 0);
    drop(f, &candidates[0][f->proc->graph->entry], term_and(f->t, f->proc->initial, first_values(f->proc)), at_start,
         0);
    while (!gives_up(f) && next_step(f, &step)) {
        Term reach = reach_of(f, &step, candidates_hold, candidates);
        if (drop(f, &candidates[step.proc][step.to], reach, step.enters ? after_enter : after_step, step.cut)) {
            turn_to(f, step.proc);
            grown_at(f, step.to);
        }
    }
    bool good = !gives_up(f);
    f->asked = f->unanswered = 0;
    for (uint32_t k = 0; k < f->n; k++) {
        turn_to(f, k);
        found += keep_candidates(f, candidates[k], good);
    }
    free(candidates);
    return found;
}

// ---- both ----
static uint64_t size_of(const Procedure *proc) {
    uint64_t size = 0;
    for (uint32_t i = 0; i < proc->graph->edges.count; i++)
        if (proc->block[i].guard.id)
            size += term_size(proc->t, proc->block[i].guard);
    return size;
}

bool invariants_are_expensive(const Procedure *proc) {
    return size_of(proc) > CHEAP_SIZE;
}

// Without counters there is nothing that paths could not find out.
static bool some_count(Finder *f) {
    bool some = false;
    for (uint32_t k = 0; k < f->n; k++) {
        turn_to(f, k);
        for (uint32_t s = 0; s < f->proc->state.count && !some; s++)
            some = counts(f, s);
    }
    return some;
}

static uint32_t find_all_equations(Finder *f) {
    static const uint32_t widths[] = { 8, 16, 32, 64 };
    uint32_t found = 0;
    for (uint32_t i = 0; i < COUNT(widths); i++)
        if (some_have_counter(f, widths[i]))
            found += find_equations(f, widths[i]);
    return found;
}

static void finder_open(Finder *f, System *system, uint32_t n, VecTerm out[]) {
    *f = (Finder){ .system = system, .n = n, .t = system->t, .known = out };
    f->first_of = base_alloc((n + 1) * sizeof *f->first_of);
    f->settled = base_alloc(n);
    for (uint32_t k = 0; k < n; k++) {
        const CutGraph *graph = system->procs.at[k].graph;
        f->first_of[k + 1] = f->first_of[k] + graph->edges.count;
        f->settled[k] = out[k].count > 0;
        assert(!out[k].count || out[k].count == graph->points.count);
        for (uint32_t p = out[k].count; p < graph->points.count; p++)
            vec_push(&out[k], term_true(f->t));
    }
    f->smt = smt_new(f->t, (SmtLimits){ .resources = RESOURCES });
    f->waits = base_alloc(2 * (size_t)f->first_of[n] + 1);
}

static InvariantStats find(System *system, uint32_t n, bool only_equations, VecTerm out[]) {
    InvariantStats stats = { 0 };
    Finder f;
    double start = clock_wall();
    uint64_t size = 0;
    finder_open(&f, system, n, out);
    for (uint32_t k = 0; k < n; k++)
        size += size_of(&system->procs.at[k]);
    if (size <= MOST_SIZE) {
        stats.equations = find_all_equations(&f);
        if (!only_equations && some_count(&f))
            stats.inequalities = find_inequalities(&f);
        if (stats.inequalities && follows_calls(&f)) // what a function is given may make its result linear
            stats.equations += find_all_equations(&f);
    }
    for (uint32_t k = 0; k < n; k++) {
        const Procedure *proc = &system->procs.at[k];
        Term *first = &out[k].at[proc->graph->entry];
        *first = procedure_formula_here(proc, proc->graph->entry, *first);
    }
    stats.questions = f.questions;
    stats.seconds = clock_wall() - start;
    smt_free(f.smt);
    vec_free(&f.todo);
    map_free(&f.given);
    free(f.waits);
    free(f.first_of);
    free(f.settled);
    return stats;
}

InvariantStats invariants_find(Procedure *proc, bool only_equations, VecTerm *out) {
    assert(proc == system_entry(proc->system));
    return find(proc->system, 1, only_equations, out);
}

InvariantStats invariants_find_all(System *system, bool only_equations, VecTerm out[]) {
    assert(system->calls);
    return find(system, system->procs.count, only_equations, out);
}

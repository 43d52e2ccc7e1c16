// loop.c - what is reached behind a loop, without unrolling it and without a ranking function
//
// After T. Ball, O. Kupferman, M. Sagiv, "Leaping Loops in the Presence of Abstraction", CAV 2007.  The loop is a
// component of the cutpoint graph; its states are a point of it and the values that decide how the loop goes on.  With
// A the states that are looked at, E those where it is entered and X those where it is left:
//
//   Theorem 1 (backward)  A is finite; each state of A - X has at most one successor in A; each state of
//                         A - E has a predecessor in A - X.  Then each state of X is reached from one of E.
//   Theorem 2 (forward)   A is finite; each state of A - E has at most one predecessor in A; each state
//                         of A - X has a successor in A - E.  Then each state of E reaches one of X.
//
// All types are finite here: that A is finite needs no proof (over unbounded integers the theorems are wrong).  Steps
// are deterministic, so of successors there is at most one.
//
// A is found by dropping candidates until those left hold at E and are kept by each step; where a condition then fails
// in a state that need not be in A, that state is taken out, and what leads to it fails next.
//
// Forward, values that do not decide how the loop goes on may be left out of the states: which they are then at X is
// not known.  Backward all that matters is in them.
#include "base/limits.h"
#include "engine/leap/leap.h"
#include "logic/reason/qe.h"

enum { MOST_REFINEMENTS = 40, FEW_SINGLE = 3, MOST_SINGLE = 12, SAMPLES = 60 };

typedef struct Seen { // a state in the first rounds
    uint32_t point;
    VecTerm values; // by slot
    bool first;     // at that point
    Term set;       // first: what is known of all states that come there first
} Seen;

typedef struct Loop {
    Leap *l;
    uint32_t component, head, exit; // exit: the cut edge
    Term entry;                     // E, at 'head'
    bool *decides;                  // by point and slot: is it part of the state?
    VecTerm *inside;                // by point: conjuncts of A
    VecTerm *spare;                 // by point: candidates that were seen to hold and are not kept by every step
    VecU32 edges;                   // of the loop
    VecTerm pool;                   // of candidates
    VEC(Seen) seen;
    bool part;       // the entry may be made smaller
    uint32_t single; // states that were taken out one by one
    bool leaves;     // no run was seen that stays in it
} Loop;

static bool in_loop(const Loop *o, uint32_t point) {
    return o->l->component[point] == o->component;
}

static bool *decides_at(const Loop *o, uint32_t point) {
    return &o->decides[(size_t)point * o->l->pc->state.count];
}

// ---- what decides how the loop goes on ----
static bool mark_vars(Loop *o, uint32_t point, Term a) {
    VecTerm vars = { 0 };
    bool more = false;
    term_vars(o->l->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        uint32_t slot = map_find(&o->l->pc->slot_of, vars.at[i].id);
        if (slot && !decides_at(o, point)[slot - 1])
            decides_at(o, point)[slot - 1] = more = true;
    }
    vec_free(&vars);
    return more;
}

static bool flow_back(Loop *o, const LeapEdge *e) {
    bool more = mark_vars(o, e->from, e->guard);
    for (uint32_t s = 0; s < o->l->pc->state.count; s++)
        if (decides_at(o, e->to)[s])
            more |= mark_vars(o, e->from, edge_before(o->l, e, o->l->pc->state.at[s]));
    return more;
}

static void find_deciding(Loop *o, bool all) {
    const Leap *l = o->l;
    o->decides = base_alloc((size_t)l->points.count * l->pc->state.count + 1);
    for (uint32_t p = 0; all && p < l->points.count; p++)
        for (uint32_t s = 0; s < l->pc->state.count; s++)
            decides_at(o, p)[s] = leap_live(l, p, s);
    const LeapEdge *exit = &l->edges.at[o->exit];
    mark_vars(o, exit->from, exit->guard);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < o->edges.count; i++)
            more |= flow_back(o, &l->edges.at[o->edges.at[i]]);
    }
}

static bool is_about(const Loop *o, uint32_t point, Term formula) {
    VecTerm vars = { 0 };
    bool about = true;
    term_vars(o->l->t, formula, &vars);
    for (uint32_t i = 0; i < vars.count && about; i++) {
        uint32_t slot = map_find(&o->l->pc->slot_of, vars.at[i].id);
        about = slot && decides_at(o, point)[slot - 1];
    }
    vec_free(&vars);
    return about;
}

// The conjuncts of the formula that speak of deciding values only.
static Term about(const Loop *o, uint32_t point, Term formula) {
    Terms *t = o->l->t;
    VecTerm kept = { 0 };
    uint32_t n = term_op(t, formula) == OP_AND ? term_arity(t, formula) : 1;
    for (uint32_t i = 0; i < n; i++) {
        Term part = term_op(t, formula) == OP_AND ? term_arg(t, formula, i) : formula;
        if (is_about(o, point, part))
            vec_push(&kept, part);
    }
    Term result = term_and_n(t, kept.count, kept.at);
    vec_free(&kept);
    return result;
}

// ---- the sets ----
static Term inside(const Loop *o, uint32_t point) {
    return term_and_n(o->l->t, o->inside[point].count, o->inside[point].at);
}

static Term entry_at(const Loop *o, uint32_t point) {
    return point == o->head ? o->entry : term_false(o->l->t);
}

static Term exit_at(const Loop *o, uint32_t point) {
    const LeapEdge *exit = &o->l->edges.at[o->exit];
    return point == exit->from ? exit->guard : term_false(o->l->t);
}

// ---- A: what is kept by every step ----
static void drop(VecTerm *set, uint32_t i) {
    set->at[i] = vec_last(set);
    set->count--;
}

static bool drop_broken(Loop *o, const LeapEdge *e) {
    Leap *l = o->l;
    assert(in_loop(o, e->from) && in_loop(o, e->to));
    bool dropped = false;
    Term premise = term_and(l->t, inside(o, e->from), e->guard);
    for (uint32_t i = 0; i < o->inside[e->to].count;) {
        if (leap_valid(l, premise, edge_before(l, e, o->inside[e->to].at[i]))) {
            i++;
            continue;
        }
        vec_push(&o->spare[e->to], o->inside[e->to].at[i]);
        drop(&o->inside[e->to], i);
        dropped = true;
        if (e->from == e->to)
            premise = term_and(l->t, inside(o, e->from), e->guard);
    }
    return dropped;
}

// Those of the program, what is known where the loop is entered, and what is known after a round.
static void find_pool(Loop *o) {
    Leap *l = o->l;
    for (uint32_t i = 0; i < l->candidates.count; i++)
        vec_push(&o->pool, l->candidates.at[i]);
    leap_add_conjuncts(l, o->entry, &o->pool);
    for (uint32_t i = 0; i < o->edges.count; i++)
        leap_add_conjuncts(l, leap_image(l, &l->edges.at[o->edges.at[i]], term_true(l->t), REACHED_SOME), &o->pool);
    VEC(VecTerm) at_head = { 0 };
    for (uint32_t i = 0; i < o->seen.count; i++)
        if (o->seen.at[i].point == o->head)
            vec_push(&at_head, o->seen.at[i].values);
    leap_relate(l, at_head.count, at_head.at, &o->pool);
    vec_free(&at_head);
}

// What does not hold at the entry may hold after each round: then it holds, or this is the entry.
static void offer(Loop *o, uint32_t point, Term c) {
    if (is_about(o, point, c))
        vec_push(&o->inside[point], c);
}

static void except_entry(Loop *o) {
    VecTerm *set = &o->inside[o->head];
    for (uint32_t i = 0; i < set->count; i++)
        if (!leap_valid(o->l, o->entry, set->at[i]))
            set->at[i] = term_or(o->l->t, o->entry, set->at[i]);
}

// ---- a first look: some rounds of the loop, from some state of the entry ----
static bool is_true(const Loop *o, Term formula, const VecTerm *values) {
    Leap *l = o->l;
    return term_op(l->t, term_substitute(l->t, formula, values->count, l->pc->state.at, values->at)) == OP_TRUE;
}

// Where a point is met first nothing is dropped: it may hold from the next time on.
static void drop_false(Loop *o, const Seen *seen) {
    VecTerm *set = &o->inside[seen->point];
    assert(in_loop(o, seen->point));
    for (uint32_t i = 0; i < set->count;) {
        bool holds = is_true(o, set->at[i], &seen->values);
        if (!holds && seen->first && seen->set.id)
            set->at[i] = term_or(o->l->t, seen->set, set->at[i]);
        if (holds || (seen->first && seen->set.id))
            i++;
        else
            drop(set, i);
    }
}

// The edge that the state takes, or NULL.
static const LeapEdge *edge_taken(const Loop *o, uint32_t point, const VecTerm *values) {
    for (uint32_t i = 0; i < o->edges.count; i++) {
        const LeapEdge *e = &o->l->edges.at[o->edges.at[i]];
        if (e->from == point && is_true(o, e->guard, values))
            return e;
    }
    return NULL;
}

static void step_values(const Loop *o, const LeapEdge *e, VecTerm *values) {
    Leap *l = o->l;
    VecTerm next = { 0 };
    assert(values->count == l->pc->state.count && in_loop(o, e->to));
    for (uint32_t s = 0; s < values->count; s++)
        vec_push(&next, term_substitute(l->t, edge_before(l, e, l->pc->state.at[s]), values->count, l->pc->state.at,
                                        values->at));
    vec_free(values);
    *values = next;
}

static uint64_t state_hash(const Loop *o, uint32_t point, const VecTerm *values) {
    uint64_t hash = hash_mix(point + 1);
    for (uint32_t s = 0; s < values->count; s++)
        hash = decides_at(o, point)[s] ? hash_mix(hash ^ values->at[s].id) : hash;
    return hash;
}

static bool was_met(const Loop *o, uint32_t point) {
    for (uint32_t i = 0; i < o->seen.count; i++)
        if (o->seen.at[i].point == point)
            return true;
    return false;
}

static VecTerm copy_values(const VecTerm *values) {
    VecTerm copy = { 0 };
    for (uint32_t i = 0; i < values->count; i++)
        vec_push(&copy, values->at[i]);
    return copy;
}

// A state of the entry, by a model.
static bool first_values(Loop *o, VecTerm *values) {
    Leap *l = o->l;
    if (smt_solve(l->smt, o->entry) != SMT_SAT)
        return false;
    for (uint32_t s = 0; s < l->pc->state.count; s++) {
        Term v = smt_value(l->smt, l->pc->state.at[s]);
        vec_push(values, v.id ? v : l->pc->state.at[s]);
    }
    return true;
}

// False: the loop comes back to a state that it was in, so it is never left from there.
static bool look(Loop *o) {
    Leap *l = o->l;
    VecTerm values = { 0 };
    const LeapEdge *e;
    Map met = { 0 };
    bool leaves = true, first_round = true; // 'set' is known as long as points are met for the first time
    uint32_t point = o->head;
    Term set = o->entry;
    for (uint32_t i = 0; i < SAMPLES && (i || first_values(o, &values)); i++) {
        uint64_t hash = state_hash(o, point, &values);
        bool first = !was_met(o, point);
        leaves = !map_find(&met, hash);
        map_put(&met, hash, 1);
        first_round &= first;
        vec_push(&o->seen, (Seen){ point, copy_values(&values), first, first_round ? set : (Term){ 0 } });
        if (!leaves || !(e = edge_taken(o, point, &values)))
            break;
        if (first_round)
            set = about(o, e->to, leap_image(l, e, set, REACHED_SOME));
        step_values(o, e, &values);
        point = e->to;
    }
    map_free(&met);
    vec_free(&values);
    return leaves;
}

static bool find_inside(Loop *o) {
    Leap *l = o->l;
    if (!look(o))
        return false;
    find_pool(o);
    for (uint32_t p = 0; p < l->points.count; p++)
        for (uint32_t i = 0; in_loop(o, p) && i < o->pool.count; i++)
            offer(o, p, o->pool.at[i]);
    for (uint32_t i = 0; i < o->seen.count; i++)
        drop_false(o, &o->seen.at[i]);
    except_entry(o);
    for (uint32_t p = 0; p < l->points.count; p++)
        if (in_loop(o, p))
            vec_push(&o->inside[p], l->points.at[p].label);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < o->edges.count; i++)
            more |= drop_broken(o, &l->edges.at[o->edges.at[i]]);
    }
    return true;
}

// ---- taking states out of A ----
// A formula that is false of the state that the model has, over copies where there are some, and true of all entry
// states.
static Term without(Loop *o, uint32_t point, const Term copies[]) {
    Leap *l = o->l;
    VecTerm differs = { 0 };
    Term found = { 0 };
    for (uint32_t s = 0; s < l->pc->state.count && !found.id; s++) {
        if (!decides_at(o, point)[s])
            continue;
        Term x = l->pc->state.at[s], v = smt_value(l->smt, copies ? copies[s] : x);
        if (!v.id)
            continue;
        vec_push(&differs, term_not(l->t, term_eq(l->t, x, v)));
    }
    Term any = term_or_n(l->t, differs.count, differs.at);
    for (uint32_t i = 0; i < differs.count && !found.id; i++)
        if (point != o->head || leap_valid(l, o->entry, differs.at[i]))
            found = differs.at[i];
    if (!found.id && differs.count && (point != o->head || leap_valid(l, o->entry, any)))
        found = any;
    vec_free(&differs);
    return found;
}

// Of a pool the candidates that are false in the model.
static void false_in_model(Loop *o, uint32_t point, const Term copies[], const VecTerm *pool, VecTerm *out) {
    Leap *l = o->l;
    for (uint32_t i = 0; i < pool->count; i++) {
        Term c = pool->at[i];
        Term v = copies ? term_substitute(l->t, c, l->pc->state.count, l->pc->state.at, copies) : c;
        v = is_about(o, point, c) ? smt_value(l->smt, v) : (Term){ 0 };
        if (v.id && term_op(l->t, v) == OP_FALSE)
            vec_push(out, c);
    }
}

// One that all entry states satisfy; or one that makes the entry smaller, but not empty.
static Term fit_candidate(Loop *o, uint32_t point, const VecTerm *from, bool shrink) {
    Leap *l = o->l;
    assert(!shrink || o->part);
    for (uint32_t i = 0; i < from->count; i++) {
        Term c = from->at[i];
        if (point != o->head || (!shrink && leap_valid(l, o->entry, c)))
            return c;
        if (shrink && leap_possible(l, term_and(l->t, o->entry, c))) {
            o->entry = term_and(l->t, o->entry, c);
            return c;
        }
    }
    return (Term){ 0 };
}

// Refines A by a predicate that the state of the model does not satisfy; by that state alone where there is none.
static bool take_out(Loop *o, uint32_t point, const Term copies[]) {
    VecTerm spare = { 0 }, pool = { 0 };
    assert(in_loop(o, point));
    false_in_model(o, point, copies, &o->spare[point], &spare);
    if (o->part)
        false_in_model(o, point, copies, &o->pool, &pool);
    Term single = o->single < MOST_SINGLE ? without(o, point, copies) : (Term){ 0 };
    Term rest = fit_candidate(o, point, &spare, false);
    if (!rest.id && o->part && point == o->head && o->single >= FEW_SINGLE)
        rest = fit_candidate(o, point, &pool, true);
    if (!rest.id) {
        rest = single;
        o->single++;
    }
    vec_free(&spare);
    vec_free(&pool);
    if (rest.id)
        vec_push(&o->inside[point], rest);
    return rest.id;
}

typedef enum Condition { CONDITION_HOLDS, CONDITION_REFINED, CONDITION_FAILS } Condition;

static bool find_model(Leap *l, Term formula, Condition *otherwise) {
    SmtAnswer answer = smt_solve(l->smt, formula);
    *otherwise = answer == SMT_UNSAT ? CONDITION_HOLDS : CONDITION_FAILS;
    return answer == SMT_SAT;
}

// ---- Theorem 2 ----
// Each state of A - X has a successor in A - E.
static Condition goes_on(Loop *o, uint32_t p) {
    Leap *l = o->l;
    Terms *t = l->t;
    Term on = term_false(t);
    for (uint32_t i = 0; i < o->edges.count; i++) {
        const LeapEdge *e = &l->edges.at[o->edges.at[i]];
        if (e->from != p)
            continue;
        Term in = term_and(t, inside(o, e->to), term_not(t, entry_at(o, e->to)));
        on = term_or(t, on, term_and(t, e->guard, edge_before(l, e, in)));
    }
    Term parts[3] = { inside(o, p), term_not(t, exit_at(o, p)), term_not(t, on) };
    Term stuck = term_and_n(t, 3, parts);
    Condition condition;
    if (!find_model(l, stuck, &condition)) {
        leap_note(l, stuck, "Theorem 2, (3): each state of A - X has a successor in A - E");
        return condition;
    }
    return take_out(o, p, NULL) ? CONDITION_REFINED : CONDITION_FAILS;
}

static Term *copies_of(const Leap *l, const char *mark) {
    Term *copies = base_alloc((l->pc->state.count + 1) * sizeof *copies);
    for (uint32_t i = 0; i < l->pc->state.count; i++) {
        Text name = { 0 };
        text_add(&name, "%s!%s", mark, term_name(l->t, l->pc->state.at[i]));
        copies[i] = term_var(l->t, name.at, term_sort(l->t, l->pc->state.at[i]));
        vec_free(&name);
    }
    return copies;
}

static Term over(const Leap *l, const Term copies[], Term a) {
    return term_substitute(l->t, a, l->pc->state.count, l->pc->state.at, copies);
}

// The states after both edges, from the states of two copies, are one, which is not in E; the states before are two.
static Term two_predecessors(Loop *o, const LeapEdge *e, const LeapEdge *f, const Term first[], const Term second[]) {
    Leap *l = o->l;
    Terms *t = l->t;
    VecTerm parts = { 0 }, differ = { 0 };
    assert(e->to == f->to && in_loop(o, e->from) && in_loop(o, f->from));
    vec_push(&parts, over(l, first, term_and(t, inside(o, e->from), e->guard)));
    vec_push(&parts, over(l, second, term_and(t, inside(o, f->from), f->guard)));
    vec_push(&parts, over(l, first, edge_before(l, e, term_not(t, entry_at(o, e->to)))));
    for (uint32_t s = 0; s < l->pc->state.count; s++) {
        Term x = l->pc->state.at[s];
        if (decides_at(o, e->to)[s])
            vec_push(&parts, term_eq(t, over(l, first, edge_before(l, e, x)), over(l, second, edge_before(l, f, x))));
        if (e->from == f->from && decides_at(o, e->from)[s])
            vec_push(&differ, term_not(t, term_eq(t, first[s], second[s])));
    }
    if (e->from == f->from)
        vec_push(&parts, term_or_n(t, differ.count, differ.at));
    Term all = term_and_n(t, parts.count, parts.at);
    vec_free(&parts);
    vec_free(&differ);
    return all;
}

// Each state of A - E has at most one predecessor in A.
static Condition comes_from_one(Loop *o, const LeapEdge *e, const LeapEdge *f) {
    Leap *l = o->l;
    Term *first = copies_of(l, "first"), *second = copies_of(l, "second");
    Condition condition;
    Term two = two_predecessors(o, e, f, first, second);
    if (find_model(l, two, &condition)) {
        bool refined = take_out(o, e->from, first) ||
                       (find_model(l, two, &condition) && take_out(o, f->from, second)); // the model is gone by now
        condition = refined ? CONDITION_REFINED : CONDITION_FAILS;
    }
    leap_note(l, two, "Theorem 2, (2): each state of A - E has at most one predecessor in A");
    free(first);
    free(second);
    return condition;
}

static Condition theorem_2(Loop *o) {
    const Leap *l = o->l;
    Condition condition = CONDITION_HOLDS;
    for (uint32_t p = 0; p < l->points.count && condition == CONDITION_HOLDS; p++)
        if (in_loop(o, p))
            condition = goes_on(o, p);
    for (uint32_t i = 0; i < o->edges.count && condition == CONDITION_HOLDS; i++)
        for (uint32_t k = i; k < o->edges.count && condition == CONDITION_HOLDS; k++)
            if (l->edges.at[o->edges.at[i]].to == l->edges.at[o->edges.at[k]].to)
                condition = comes_from_one(o, &l->edges.at[o->edges.at[i]], &l->edges.at[o->edges.at[k]]);
    return condition;
}

// ---- Theorem 1 ----
// Each state of A - E has a predecessor in A - X.
static Condition has_predecessor(Loop *o, uint32_t q) {
    Leap *l = o->l;
    Terms *t = l->t;
    VecTerm images = { 0 };
    Condition condition;
    assert(in_loop(o, q) && o->entry.id);
    for (uint32_t i = 0; i < o->edges.count; i++) {
        const LeapEdge *e = &l->edges.at[o->edges.at[i]];
        if (e->to != q)
            continue;
        Term from = term_and(t, inside(o, e->from), term_not(t, exit_at(o, e->from)));
        vec_push(&images, leap_image(l, e, from, REACHED_ALL));
    }
    Term parts[3] = { inside(o, q), term_not(t, entry_at(o, q)), term_not(t, term_or_n(t, images.count, images.at)) };
    Term none = term_and_n(t, 3, parts);
    vec_free(&images);
    if (find_model(l, none, &condition))
        return take_out(o, q, NULL) ? CONDITION_REFINED : CONDITION_FAILS;
    leap_note(l, none, "Theorem 1, (3): each state of A - E has a predecessor in A - X");
    return condition;
}

// Each state of A - X has at most one successor: no two edges can be taken.
static bool is_deterministic(Loop *o) {
    Leap *l = o->l;
    bool one = true;
    for (uint32_t i = 0; i < o->edges.count && one; i++)
        for (uint32_t k = i + 1; k < o->edges.count && one; k++) {
            const LeapEdge *e = &l->edges.at[o->edges.at[i]], *f = &l->edges.at[o->edges.at[k]];
            Term parts[3] = { inside(o, e->from), e->guard, f->guard };
            Term both = term_and_n(l->t, 3, parts);
            if (e->from != f->from)
                continue;
            one = smt_solve(l->smt, both) == SMT_UNSAT;
            leap_note(l, both, "Theorem 1, (2): each state of A - X has at most one successor in A");
        }
    return one;
}

static Condition theorem_1(Loop *o) {
    Condition condition = CONDITION_HOLDS;
    for (uint32_t p = 0; p < o->l->points.count && condition == CONDITION_HOLDS; p++)
        if (in_loop(o, p))
            condition = has_predecessor(o, p);
    return condition == CONDITION_HOLDS && !is_deterministic(o) ? CONDITION_FAILS : condition;
}

// ---- both ----
static Loop loop_open(Leap *l, uint32_t head, Term entry, uint32_t exit, bool all, bool part) {
    Loop o = { .l = l, .component = l->component[head], .head = head, .exit = exit, .part = part };
    for (uint32_t i = 0; i < l->edges.count; i++)
        if (l->edges.at[i].guard.id && in_loop(&o, l->edges.at[i].from) && in_loop(&o, l->edges.at[i].to))
            vec_push(&o.edges, i);
    o.inside = base_alloc((l->points.count + 1) * sizeof *o.inside);
    o.spare = base_alloc((l->points.count + 1) * sizeof *o.spare);
    find_deciding(&o, all);
    o.entry = all ? entry : about(&o, head, entry);
    o.leaves = find_inside(&o);
    return o;
}

static void loop_close(Loop *o) {
    for (uint32_t p = 0; p < o->l->points.count; p++) {
        vec_free(&o->inside[p]);
        vec_free(&o->spare[p]);
    }
    for (uint32_t i = 0; i < o->seen.count; i++)
        vec_free(&o->seen.at[i].values);
    vec_free(&o->seen);
    free(o->inside);
    free(o->spare);
    free(o->decides);
    vec_free(&o->edges);
    vec_free(&o->pool);
}

static void note(Loop *o, const char *theorem, Term port) {
    Leap *l = o->l;
    text_add(&l->ports, "loop at line %u, %s: entry ",
             l->pc->p->locs.at[l->pc->graph->points.at[l->points.at[o->head].cut].loc].pos.line, theorem);
    term_print_c(l->t, o->entry, &l->ports);
    text_add(&l->ports, "; inside ");
    term_print_c(l->t, inside(o, o->head), &l->ports);
    text_add(&l->ports, "; exit ");
    term_print_c(l->t, port, &l->ports);
    text_add(&l->ports, "\n");
}

typedef struct Question {
    uint32_t head, exit;
    Term entry;
    bool backward, all, part;
} Question;

static bool prove(Leap *l, Question *q, Term *port) {
    assert(l->is_loop[l->component[q->head]] && l->component[l->edges.at[q->exit].from] == l->component[q->head] &&
           l->component[l->edges.at[q->exit].to] != l->component[q->head]);
    uint32_t before = l->proved.count, from = l->edges.at[q->exit].from;
    Loop o = loop_open(l, q->head, q->entry, q->exit, q->all, q->part);
    Condition condition = o.leaves ? CONDITION_REFINED : CONDITION_FAILS;
    for (uint32_t i = 0; i < MOST_REFINEMENTS && condition == CONDITION_REFINED && !limits_hit(); i++) {
        l->proved.count = before;
        condition = q->backward ? theorem_1(&o) : theorem_2(&o);
    }
    bool holds = condition == CONDITION_HOLDS;
    if (holds) {
        Term parts[3] = { inside(&o, from), exit_at(&o, from), leap_invariant(l, from) };
        *port = term_and_n(l->t, q->backward ? 2 : 3, parts);
        Term outside[2] = { o.entry, term_not(l->t, inside(&o, o.head)) };
        if (!q->backward)
            leap_note(l, term_and_n(l->t, 2, outside), "the entry port lies in A");
        holds = q->backward || leap_valid(l, o.entry, inside(&o, o.head));
        note(&o, q->backward ? "backward" : "forward", *port);
        q->entry = q->part ? term_and(l->t, q->entry, o.entry) : q->entry;
    }
    loop_close(&o);
    if (!holds || !leap_possible(l, *port)) {
        l->proved.count = before;
        return false;
    }
    return true;
}

bool leap_forward(Leap *l, uint32_t head, Term *entry, bool part, uint32_t exit, bool all, Term *port) {
    Question q = { .head = head, .exit = exit, .entry = *entry, .all = all, .part = part };
    assert(entry->id && head < l->points.count && exit < l->edges.count);
    bool proved = prove(l, &q, port);
    if (proved)
        *entry = q.entry;
    return proved;
}

bool leap_backward(Leap *l, uint32_t head, Term entry, uint32_t exit, Term *port) {
    Question q = { .head = head, .exit = exit, .entry = entry, .all = true, .backward = true };
    return prove(l, &q, port);
}

#include "spec/monitor/monitor_again.h"
#include "program/edit.h"
#include <stdlib.h>

enum { MOST_BITS = 1 << 26 }; // of all locations of a function together

typedef struct Part { // of the object at 'root': 'rest' and the bytes from 'low' up to 'high'
    Term root, rest;
    int64_t low, high;
} Part;

typedef struct Of {      // a fact in the list of a variable
    uint32_t fact, next; // next: 1 + index, or 0
} Of;

typedef struct Again {
    const Program *p;
    const VecAccess *accesses;
    Part *part;         // by access
    uint32_t *first;    // by edge: 1 + number of its first access, or 0
    uint8_t *may_free;  // by function
    bool outside_frees; // functions without body may call one that does
    uint8_t *again;     // by access
    bool alone;         // no thread or interrupt ends what a function looks at
    uint32_t *place;    // by location: its number in its function
    uint32_t *fact_of;  // by access: 1 + its fact, or 0
    // of the function at hand
    VecU32 locs, facts; // facts: by number, the access
    uint32_t words;     // of a set of facts
    uint64_t *known;    // by place: the set
    uint64_t *ending;   // the set of those whose object may end
    uint8_t *reached;   // by place
    Map of_var;         // variable -> 1 + index in 'of'
    VEC(Of) of;
} Again;
typedef VEC(VecU32) VecLists;

static bool has_fact(const uint64_t *set, uint32_t fact) {
    return set[fact / 64] >> fact % 64 & 1;
}

static void set_fact(uint64_t *set, uint32_t fact, bool on) {
    uint64_t bit = (uint64_t)1 << fact % 64;
    set[fact / 64] = on ? set[fact / 64] | bit : set[fact / 64] & ~bit;
}

// ---- addresses ----
static Part part_of(const Program *p, const Access *x) {
    Terms *t = p->terms;
    Term rest = term_bv(t, 0, p->pointer_bits);
    uint64_t sum = 0, low, high;
    bool is_sum = term_op(t, x->offset) == OP_BV_ADD;
    for (uint32_t i = 0; i < (is_sum ? term_arity(t, x->offset) : 1); i++) {
        Term a = is_sum ? term_arg(t, x->offset, i) : x->offset;
        if (term_op(t, a) == OP_BV_CONST) {
            term_bits(t, a, &low, &high);
            sum += low;
        } else
            rest = term_2(t, OP_BV_ADD, rest, a);
    }
    int64_t from = p->pointer_bits == 32 ? (int32_t)sum : (int64_t)sum;
    return (Part){ x->root, rest, from, from + (int64_t)x->bytes };
}

// ---- what ends ----
static bool is_end(const Again *a, const Cmd *cmd) {
    switch (cmd->kind) {
    case CMD_FREE:
    case CMD_SCOPE:
    case CMD_STACK_RESTORE:
        return true;
    case CMD_CALL:
        return !cmd->callee || a->may_free[cmd->callee];
    case CMD_HAVOC:
        return cmd_is_outside(cmd) && a->outside_frees;
    default:
        return false;
    }
}

// A function that frees something, or that may call one.  Those without body call only what the program has an address
// of (memory_call_back, which comes later, puts these calls in).
static void find_what_frees(Again *a) {
    const Program *p = a->p;
    uint8_t *with_address = functions_with_address(p);
    for (FuncId f = 1; f < p->funcs.count; f++)
        a->may_free[f] = !p->funcs.at[f].defined;
    for (bool more = true; more;) {
        more = false;
        for (EdgeId e = 1; e < p->edges.count; e++) {
            const Edge *edge = &p->edges.at[e];
            FuncId f = edge->from ? p->locs.at[edge->from].func : 0;
            bool calls = edge->cmd.kind == CMD_CALL || edge->cmd.kind == CMD_HAVOC;
            if (!f || a->may_free[f] || !(edge->cmd.kind == CMD_FREE || (calls && is_end(a, &edge->cmd))))
                continue;
            a->may_free[f] = true;
            more = true;
            a->outside_frees |= with_address[f];
        }
    }
    free(with_address);
}

// ---- along an edge ----
static void forget(Again *a, VarId v, uint64_t *facts) {
    for (uint32_t i = map_find(&a->of_var, v); i; i = a->of.at[i - 1].next)
        set_fact(facts, a->of.at[i - 1].fact, false);
}

static void follow(Again *a, EdgeId e, uint64_t *facts) {
    const Cmd *cmd = &a->p->edges.at[e].cmd;
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars), all = a->accesses->count;
    for (uint32_t i = a->first[e]; i && i <= all && a->accesses->at[i - 1].edge == e; i++)
        if (a->fact_of[i - 1])
            set_fact(facts, a->fact_of[i - 1] - 1, true);
    for (uint32_t i = 0; i < a->words && is_end(a, cmd); i++)
        facts[i] &= ~a->ending[i];
    for (uint32_t i = 0; i < n; i++)
        forget(a, vars[i], facts);
}

// Is less known at the end of the edge than was thought?
static bool flow(Again *a, EdgeId e, uint64_t *facts) {
    const Edge *edge = &a->p->edges.at[e];
    uint32_t to = a->place[edge->to];
    uint64_t *there = a->known + (size_t)to * a->words;
    bool less = !a->reached[to];
    memcpy(facts, a->known + (size_t)a->place[edge->from] * a->words, a->words * sizeof *facts);
    follow(a, e, facts);
    for (uint32_t i = 0; i < a->words; i++) {
        uint64_t both = a->reached[to] ? there[i] & facts[i] : facts[i];
        less |= both != there[i];
        there[i] = both;
    }
    a->reached[to] = true;
    return less;
}

// The greatest solution: what is known on all ways from the entry.
static void solve(Again *a, LocId entry) {
    assert(entry && a->words);
    const Program *p = a->p;
    uint64_t *facts = base_alloc(a->words * sizeof *facts);
    VecU32 work = { 0 };
    a->reached[a->place[entry]] = true;
    vec_push(&work, entry);
    while (work.count) {
        LocId loc = vec_pop(&work);
        for_out_edges(p, loc, e) {
            LocId to = p->edges.at[e].to;
            if (p->locs.at[to].func == p->locs.at[loc].func && flow(a, e, facts))
                vec_push(&work, to);
        }
    }
    vec_free(&work);
    free(facts);
}

// ---- a function ----
static void list_variables(Again *a, uint32_t fact, Term x) {
    VecTerm found = { 0 };
    term_vars(a->p->terms, x, &found);
    for (uint32_t i = 0; i < found.count; i++) {
        VarId v = program_var_of(a->p, found.at[i]);
        vec_push(&a->of, (Of){ fact, map_find(&a->of_var, v) });
        map_put(&a->of_var, v, a->of.count);
    }
    vec_free(&found);
}

// Has the access 'had' had all bytes of the access 'now'?
static bool covers(const Again *a, uint32_t had, uint32_t now) {
    assert(had < a->accesses->count && now < a->accesses->count);
    const Part *x = &a->part[had], *y = &a->part[now];
    const Access *of = &a->accesses->at[had];
    return term_same(x->root, y->root) && term_same(x->rest, y->rest) && x->low <= y->low && y->high <= x->high &&
           (of->write || of->stays || !a->accesses->at[now].write);
}

// Is there an access that has had all of it?  Those of its own edge come before it.
static bool was_had(const Again *a, uint32_t access, const uint64_t *known) {
    const Access *x = &a->accesses->at[access];
    for (uint32_t i = 0; i < a->facts.count; i++) {
        uint32_t other = a->facts.at[i];
        bool before = a->accesses->at[other].edge == x->edge && other < access;
        if ((before || has_fact(known, i)) && covers(a, other, access))
            return true;
    }
    return false;
}

static void look_at_function(Again *a, FuncId f) {
    const Program *p = a->p;
    a->words = (a->facts.count + 63) / 64;
    if ((uint64_t)a->words * 64 * a->locs.count > MOST_BITS)
        return;
    a->known = base_alloc((size_t)a->words * a->locs.count * sizeof *a->known);
    a->ending = base_alloc(a->words * sizeof *a->ending);
    a->reached = base_alloc(a->locs.count);
    for (uint32_t i = 0; i < a->facts.count; i++) {
        list_variables(a, i, a->part[a->facts.at[i]].root);
        list_variables(a, i, a->part[a->facts.at[i]].rest);
        set_fact(a->ending, i, !a->accesses->at[a->facts.at[i]].stays);
    }
    solve(a, p->funcs.at[f].entry);
    for (uint32_t i = 0; i < a->facts.count; i++) {
        uint32_t x = a->facts.at[i], at = a->place[p->edges.at[a->accesses->at[x].edge].from];
        a->again[x] = a->reached[at] && was_had(a, x, a->known + (size_t)at * a->words);
    }
    free(a->known);
    free(a->ending);
    free(a->reached);
    map_free(&a->of_var);
    vec_free(&a->of);
}

// Can it become a fact?  Its variables must be those of the function: calls do not change them.
static bool is_followed(const Again *a, uint32_t access, FuncId f) {
    const Access *x = &a->accesses->at[access];
    VecTerm found = { 0 };
    bool own = x->bytes && (x->stays || a->alone);
    term_vars(a->p->terms, a->part[access].root, &found);
    term_vars(a->p->terms, a->part[access].rest, &found);
    for (uint32_t i = 0; i < found.count && own; i++) {
        const Var *v = &a->p->vars.at[program_var_of(a->p, found.at[i])];
        own = v->func == f || v->kind == VAR_ADDRESS;
    }
    vec_free(&found);
    return own;
}

// By function: its locations, and its facts.
static void sort_by_function(Again *a, VecLists *locs, VecLists *facts) {
    const Program *p = a->p;
    for (FuncId f = 0; f < p->funcs.count; f++) {
        vec_push(locs, (VecU32){ 0 });
        vec_push(facts, (VecU32){ 0 });
    }
    for (LocId loc = 1; loc < p->locs.count; loc++) {
        VecU32 *list = &locs->at[p->locs.at[loc].func];
        a->place[loc] = list->count;
        vec_push(list, loc);
    }
    for (uint32_t i = 0; i < a->accesses->count; i++) {
        FuncId f = p->locs.at[p->edges.at[a->accesses->at[i].edge].from].func;
        if (is_followed(a, i, f)) {
            vec_push(&facts->at[f], i);
            a->fact_of[i] = facts->at[f].count;
        }
    }
}

static void look_at_all(Again *a) {
    VecLists locs = { 0 }, facts = { 0 };
    sort_by_function(a, &locs, &facts);
    for (FuncId f = 0; f < a->p->funcs.count; f++) {
        a->locs = locs.at[f];
        a->facts = facts.at[f];
        if (f && a->facts.count > 1)
            look_at_function(a, f);
        vec_free(&locs.at[f]);
        vec_free(&facts.at[f]);
    }
    vec_free(&locs);
    vec_free(&facts);
}

uint8_t *monitor_again(const Program *p, const VecAccess *accesses) {
    Again a = { .p = p, .accesses = accesses, .alone = !program_has_threads(p) && !program_has_interrupts(p) };
    uint32_t n = accesses->count;
    a.part = base_alloc(n * sizeof *a.part);
    a.fact_of = base_alloc(n * sizeof *a.fact_of);
    a.first = base_alloc(p->edges.count * sizeof *a.first);
    a.place = base_alloc(p->locs.count * sizeof *a.place);
    a.may_free = base_alloc(p->funcs.count);
    a.again = base_alloc(n);
    for (uint32_t i = n; i-- > 0;) {
        a.part[i] = part_of(p, &accesses->at[i]);
        a.first[accesses->at[i].edge] = i + 1;
    }
    find_what_frees(&a);
    look_at_all(&a);
    free(a.part);
    free(a.fact_of);
    free(a.first);
    free(a.place);
    free(a.may_free);
    return a.again;
}

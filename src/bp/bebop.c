// bebop.c - the work list over procedures and statements
#include "base/limits.h"
#include "bp/bebop_inside.h"

enum { MOST_NODES = (1 << 24) - 1 }; // beyond, the library's cache confuses sets of variables

uint32_t bebop_place(const Bebop *b, uint32_t variable, Copy copy) {
    uint32_t g = b->globals;
    assert(variable < g ? copy < GLOBAL_COPIES : variable - g < b->slots);
    return variable < g ? GLOBAL_COPIES * variable + copy : GLOBAL_COPIES * g + LOCAL_COPIES * (variable - g) + copy;
}

static Bf kept(Bebop *b, BfMark mark, Bf f) {
    bf_keep(b->bfs, f);
    bf_release(b->bfs, mark, (Bf){ 0 });
    return f;
}

// ---- steps ----
static Rail rail(Bebop *b, BpExpr e) {
    return bp_rail(b->bfs, b->p, e, b->place, b->most_variables);
}

// The expressions have the values that the variables of the table 'to' have.
static Bf values(Bebop *b, const VecU32 *exprs, const uint32_t to[]) {
    Bf all = bf_true(b->bfs);
    for (uint32_t i = 0; i < exprs->count; i++)
        all = bf_and(b->bfs, all, bp_rail_is(b->bfs, rail(b, exprs->at[i]), to[i]));
    return all;
}

static Bf set_of(Bebop *b, const VecU32 *places) {
    return bf_set(b->bfs, places->count, places->at);
}

static void build_assignment(Bebop *b, Vertex *v, const BpStmt *s) {
    VecU32 now = { 0 }, next = { 0 };
    for (uint32_t i = 0; i < s->vars.count; i++) {
        vec_push(&now, bebop_place(b, s->vars.at[i], NOW));
        vec_push(&next, bebop_place(b, s->vars.at[i], NEXT));
        b->place[b->most_variables + s->vars.at[i]] = vec_last(&next);
    }
    v->relation = values(b, &s->exprs, next.at);
    if (s->expr)
        v->relation = bf_and(b->bfs, v->relation, rail(b, s->expr).can1);
    v->forget = set_of(b, &now);
    for (uint32_t i = 0; i < s->vars.count; i++) // unless assigned, 'x is x
        b->place[b->most_variables + s->vars.at[i]] = now.at[i];
    vec_free(&now);
    vec_free(&next);
}

// First the summary is applied, and globals, arguments and what results replace are forgotten; then results
// are assigned, also to globals.
static void build_call(Bebop *b, Vertex *v, const BpStmt *s) {
    VecU32 arguments = { 0 }, forget = { 0 }, results = { 0 }, overwritten = { 0 };
    Bf same = bf_true(b->bfs);
    for (uint32_t i = 0; i < b->globals; i++)
        vec_push(&forget, bebop_place(b, i, NOW));
    for (uint32_t i = 0; i < s->exprs.count; i++) {
        vec_push(&arguments, bebop_place(b, b->globals + i, ARGUMENT));
        vec_push(&forget, vec_last(&arguments));
    }
    for (uint32_t i = 0; i < s->vars.count; i++) {
        uint32_t x = s->vars.at[i], result = bebop_place(b, b->globals + i, RESULT);
        vec_push(&results, result);
        if (x == BP_NOTHING)
            continue;
        if (x < b->globals)
            vec_push(&overwritten, bebop_place(b, x, NEXT));
        else
            vec_push(&forget, bebop_place(b, x, NOW));
        same = bf_and(b->bfs, same, bf_iff(b->bfs, bf_var(b->bfs, bebop_place(b, x, NEXT)), bf_var(b->bfs, result)));
    }
    v->relation = values(b, &s->exprs, arguments.at);
    v->forget = set_of(b, &forget);
    v->overwritten = set_of(b, &overwritten);
    v->results = same;
    v->results_forget = set_of(b, &results);
    vec_free(&arguments);
    vec_free(&forget);
    vec_free(&results);
    vec_free(&overwritten);
}

static void build_return(Bebop *b, Vertex *v, const BpStmt *s) {
    VecU32 results = { 0 };
    for (uint32_t i = 0; i < s->exprs.count; i++)
        vec_push(&results, bebop_place(b, b->globals + i, RESULT));
    v->relation = values(b, &s->exprs, results.at);
    v->forget = b->local_set;
    vec_free(&results);
}

static void build_dead(Bebop *b, Vertex *v, const BpStmt *s) {
    VecU32 now = { 0 };
    for (uint32_t i = 0; i < s->vars.count; i++)
        vec_push(&now, bebop_place(b, s->vars.at[i], NOW));
    v->forget = set_of(b, &now);
    vec_free(&now);
}

void bebop_build(Bebop *b, uint32_t proc, uint32_t stmt) {
    const BpStmt *s = &b->p->procs.at[proc].stmts.at[stmt];
    Vertex *v = &b->procs[proc].at[stmt];
    assert(stmt < b->procs[proc].exit);
    if (v->built)
        return;
    BfMark mark = bf_mark(b->bfs);
    v->relation = v->results = bf_true(b->bfs);
    v->forget = v->overwritten = v->results_forget = bf_true(b->bfs); // of no variables
    if (s->kind == BP_ASSUME || s->kind == BP_ASSERT)
        v->relation = rail(b, s->expr).can1;
    else if (s->kind == BP_ASSIGN)
        build_assignment(b, v, s);
    else if (s->kind == BP_CALL)
        build_call(b, v, s);
    else if (s->kind == BP_RETURN)
        build_return(b, v, s);
    else if (s->kind == BP_DEAD)
        build_dead(b, v, s);
    Bf all[] = { v->relation, v->forget, v->results, v->results_forget, v->overwritten };
    for (uint32_t i = 0; i < COUNT(all); i++)
        bf_keep(b->bfs, all[i]);
    bf_release(b->bfs, mark, (Bf){ 0 });
    v->built = true;
}

// ---- the work list ----
static bool is_false(Bebop *b, Bf f) {
    return bf_same(f, bf_false(b->bfs));
}

static bool before(const Activity *a, uint32_t x, uint32_t y) {
    return a->position[x] < a->position[y];
}

static void heap_push(Activity *a, uint32_t v) {
    uint32_t i = a->heap.count;
    vec_push(&a->heap, v);
    for (; i && before(a, v, a->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
        a->heap.at[i] = a->heap.at[(i - 1) / 2];
    a->heap.at[i] = v;
}

static uint32_t heap_pop(Activity *a) {
    assert(a->heap.count);
    uint32_t top = a->heap.at[0], last = vec_pop(&a->heap), i = 0, n = a->heap.count;
    for (uint32_t k; (k = 2 * i + 1) < n; i = k) {
        if (k + 1 < n && before(a, a->heap.at[k + 1], a->heap.at[k]))
            k++;
        if (!before(a, a->heap.at[k], last))
            break;
        a->heap.at[i] = a->heap.at[k];
    }
    if (n)
        a->heap.at[i] = last;
    assert(!n || !before(a, a->heap.at[0], top));
    return top;
}

static void enqueue(Bebop *b, uint32_t proc, uint32_t stmt) {
    Activity *a = &b->procs[proc];
    if (!a->at[stmt].queued)
        heap_push(a, stmt);
    a->at[stmt].queued = true;
    assert(a->heap.count <= a->exit + 1); // each is there once at most
    if (!a->queued)
        vec_push(&b->queue, proc);
    a->queued = true;
}

// Pairs that a step has brought to a statement.
static void add(Bebop *b, uint32_t proc, uint32_t stmt, Bf pairs) {
    Activity *a = &b->procs[proc];
    Vertex *v = &a->at[stmt];
    BfMark mark = bf_mark(b->bfs);
    if (stmt != a->exit && a->enforce.id)
        pairs = bf_and(b->bfs, pairs, a->enforce);
    if (stmt != a->exit)
        pairs = bf_exists(b->bfs, pairs, v->dead);
    pairs = bf_and(b->bfs, pairs, bf_not(b->bfs, v->all));
    if (!is_false(b, pairs)) {
        Bf old = v->pending;
        v->pending = kept(b, mark, bf_or(b->bfs, old, pairs));
        bf_drop(b->bfs, old);
        enqueue(b, proc, stmt);
        return;
    }
    bf_release(b->bfs, mark, (Bf){ 0 });
}

static void add_to_all(Bebop *b, uint32_t proc, uint32_t stmt, Bf pairs) {
    const VecU32 *next = &b->p->procs.at[proc].stmts.at[stmt].next;
    for (uint32_t i = 0; i < next->count; i++)
        add(b, proc, next->at[i], pairs);
}

// ---- what a step does ----
static Bf after_call(Bebop *b, const Vertex *v, Bf pairs, Bf summary) {
    Bf with = bf_and(b->bfs, pairs, v->relation);
    Bf f = bf_and_exists(b->bfs, with, summary, v->forget);
    f = bf_exists(b->bfs, f, v->overwritten);
    f = bf_and_exists(b->bfs, f, v->results, v->results_forget);
    return bf_renamed(b->bfs, f, b->next_to_now);
}

static void enter_callee(Bebop *b, const Vertex *v, uint32_t callee, Bf pairs) {
    Activity *a = &b->procs[callee];
    BfMark mark = bf_mark(b->bfs);
    Bf states = bf_and_exists(b->bfs, pairs, v->relation, bf_and(b->bfs, b->entry_set, b->local_set));
    states = bf_renamed(b->bfs, states, b->argument_to_now);
    states = bf_and(b->bfs, states, bf_not(b->bfs, a->entry));
    if (!is_false(b, states)) {
        Bf old = a->entry;
        a->entry = bf_keep(b->bfs, bf_or(b->bfs, old, states));
        bf_drop(b->bfs, old);
        add(b, callee, 0, bf_and(b->bfs, states, b->identity.at[b->p->procs.at[callee].formals]));
    }
    bf_release(b->bfs, mark, (Bf){ 0 });
}

// A summary has grown: the calls go on.
static void leave(Bebop *b, uint32_t proc, Bf pairs) {
    Activity *a = &b->procs[proc];
    Bf more = bf_renamed(b->bfs, pairs, b->to_summary), old = a->summary;
    a->summary = bf_keep(b->bfs, bf_or(b->bfs, old, more));
    bf_drop(b->bfs, old);
    for (uint32_t i = 0; i < a->sites.count; i++) {
        Site site = a->sites.at[i];
        const Vertex *v = &b->procs[site.proc].at[site.stmt];
        assert(b->p->procs.at[site.proc].stmts.at[site.stmt].proc == proc);
        if (is_false(b, v->all))
            continue;
        assert(v->built); // it was looked at
        add_to_all(b, site.proc, site.stmt, after_call(b, v, v->all, more));
    }
}

static void step(Bebop *b, uint32_t proc, uint32_t stmt, Bf pairs) {
    const BpStmt *s = &b->p->procs.at[proc].stmts.at[stmt];
    bebop_build(b, proc, stmt);
    const Vertex *v = &b->procs[proc].at[stmt];
    if (s->kind == BP_CALL) {
        enter_callee(b, v, s->proc, pairs);
        if (!is_false(b, b->procs[s->proc].summary))
            add_to_all(b, proc, stmt, after_call(b, v, pairs, b->procs[s->proc].summary));
        return;
    }
    Bf f = bf_and_exists(b->bfs, pairs, v->relation, v->forget);
    if (s->kind == BP_RETURN)
        add(b, proc, b->procs[proc].exit, f);
    else
        add_to_all(b, proc, stmt, bf_renamed(b->bfs, f, b->next_to_now));
}

static bool is_goal(const Bebop *b, const BpStmt *s) {
    if (b->label)
        return bp_is_labelled(b->p, s, b->label);
    return bp_is_labelled(b->p, s, "ERROR") || bp_is_labelled(b->p, s, "SLIC_ERROR");
}

// Those of the pairs at a statement that are errors.
Bf bebop_error(Bebop *b, uint32_t proc, uint32_t stmt, Bf pairs) {
    const BpStmt *s = &b->p->procs.at[proc].stmts.at[stmt];
    Bf bad = is_goal(b, s) ? bf_true(b->bfs) : bf_false(b->bfs);
    if (!b->label && s->kind == BP_ASSERT)
        bad = bf_or(b->bfs, bad, rail(b, s->expr).can0);
    if (!b->label && b->procs[proc].abortif.id)
        bad = bf_or(b->bfs, bad, b->procs[proc].abortif);
    return bf_and(b->bfs, bad, pairs);
}

// Looks at what is new at one statement; false: an error.
static bool look(Bebop *b, uint32_t proc, uint32_t stmt) {
    Vertex *v = &b->procs[proc].at[stmt];
    BfMark mark = bf_mark(b->bfs);
    Bf part = v->pending, old = v->all;
    assert(v->queued);
    assert(is_false(b, bf_and(b->bfs, part, old)) || bfs_failed(b->bfs));
    assert(stmt == b->procs[proc].exit || bf_same(bf_exists(b->bfs, part, v->dead), part) || bfs_failed(b->bfs)); // P2
    v->queued = false;
    v->pending = bf_keep(b->bfs, bf_false(b->bfs));
    v->all = bf_keep(b->bfs, bf_or(b->bfs, old, part));
    bf_drop(b->bfs, old);
    vec_push(&v->rings, (Ring){ ++b->stamps, part }); // keeps it
    b->stats.edges++;
    bool good = true;
    if (stmt == b->procs[proc].exit) {
        leave(b, proc, part);
    } else {
        Bf bad = bebop_error(b, proc, stmt, part);
        good = is_false(b, bad) || bfs_failed(b->bfs);
        if (good) {
            step(b, proc, stmt, part);
        } else {
            b->error = (Site){ proc, stmt };
            b->error_states = bf_keep(b->bfs, bad);
        }
    }
    bf_release(b->bfs, mark, (Bf){ 0 });
    return good;
}

// Until nothing is new.  One procedure after the other, each in the order of its statements, so that what
// joins is looked at once.
BpAnswer bebop_run(Bebop *b, Reason *why) {
    assert(!b->stamps); // once
    add(b, b->p->main, 0, b->identity.at[b->p->procs.at[b->p->main].formals]);
    while (b->first < b->queue.count) {
        uint32_t proc = b->queue.at[b->first++];
        Activity *a = &b->procs[proc];
        while (a->heap.count) {
            if (limits_hit() || bfs_failed(b->bfs)) {
                reason_set(why, limits_hit() ? "timeout" : "memory");
                return BP_UNKNOWN;
            }
            if (!look(b, proc, heap_pop(a)))
                return BP_UNSAFE;
        }
        a->queued = false;
    }
    if (!bfs_failed(b->bfs))
        return BP_SAFE;
    reason_set(why, "memory");
    return BP_UNKNOWN;
}

// ---- opening ----
static void find_order(const BpProc *proc, Activity *a) {
    uint32_t n = proc->stmts.count, left = n;
    uint32_t *seen = base_alloc((n + 1) * sizeof *seen);
    VecU32 stack = { 0 };
    a->position = base_alloc((n + 1) * sizeof *a->position);
    a->position[n] = n;
    vec_push(&stack, 0);
    seen[0] = 1;
    while (stack.count) { // seen: 1 + successors visited
        uint32_t s = vec_last(&stack);
        if (seen[s] <= proc->stmts.at[s].next.count) {
            uint32_t to = proc->stmts.at[s].next.at[seen[s]++ - 1];
            if (!seen[to]) {
                seen[to] = 1;
                vec_push(&stack, to);
            }
        } else {
            a->position[s] = --left;
            stack.count--;
        }
    }
    assert(a->position[0] == left); // before all others that are reached
    vec_free(&stack);
    free(seen);
}

static void find_dead(Bebop *b, const BpProc *proc, Activity *a) {
    BpLive live;
    VecU32 dead = { 0 };
    bp_live_find(b->p, proc, &live);
    for (uint32_t s = 0; s < proc->stmts.count; s++) {
        BfMark mark = bf_mark(b->bfs);
        dead.count = 0;
        for (uint32_t i = 0; i < proc->locals.count; i++)
            if (b->live && !bp_live(&live, s, i))
                vec_push(&dead, bebop_place(b, b->globals + i, NOW));
        a->at[s].dead = kept(b, mark, set_of(b, &dead));
    }
    vec_free(&dead);
    bp_live_free(&live);
}

static void open_proc(Bebop *b, uint32_t number) {
    const BpProc *proc = &b->p->procs.at[number];
    Activity *a = &b->procs[number];
    a->exit = proc->stmts.count;
    a->at = base_alloc((proc->stmts.count + 1) * sizeof *a->at);
    a->entry = a->summary = bf_false(b->bfs);
    for (uint32_t s = 0; s <= a->exit; s++)
        a->at[s].all = a->at[s].pending = bf_false(b->bfs);
    BfMark mark = bf_mark(b->bfs);
    if (proc->enforce)
        a->enforce = bf_keep(b->bfs, rail(b, proc->enforce).can1);
    if (proc->abortif)
        a->abortif = bf_keep(b->bfs, rail(b, proc->abortif).can1);
    bf_release(b->bfs, mark, (Bf){ 0 });
    find_order(proc, a);
    find_dead(b, proc, a);
    for (uint32_t s = 0; s < proc->stmts.count; s++)
        if (proc->stmts.at[s].kind == BP_CALL)
            vec_push(&b->procs[proc->stmts.at[s].proc].sites, (Site){ number, s });
}

static void open_sets(Bebop *b) {
    VecU32 entry = { 0 }, local = { 0 }, next = { 0 }, now = { 0 }, from = { 0 }, to = { 0 }, argument = { 0 },
           at = { 0 };
    Bf same = bf_true(b->bfs);
    for (uint32_t i = 0; i < b->globals + b->slots; i++) {
        bool global = i < b->globals;
        vec_push(&entry, bebop_place(b, i, ENTRY));
        vec_push(&next, bebop_place(b, i, NEXT));
        vec_push(&now, bebop_place(b, i, NOW));
        vec_push(&from, bebop_place(b, i, ENTRY));
        vec_push(&to, bebop_place(b, i, global ? NOW : ARGUMENT));
        if (global) {
            vec_push(&from, bebop_place(b, i, NOW));
            vec_push(&to, bebop_place(b, i, NEXT));
            same = bf_and(b->bfs, same, bf_iff(b->bfs, bf_var(b->bfs, entry.at[i]), bf_var(b->bfs, now.at[i])));
            continue;
        }
        vec_push(&local, now.at[i]);
        vec_push(&argument, bebop_place(b, i, ARGUMENT));
        vec_push(&at, now.at[i]);
    }
    for (uint32_t i = 0; i <= b->slots; i++) {
        vec_push(&b->identity, same);
        uint32_t v = b->globals + i;
        if (i < b->slots)
            same = bf_and(b->bfs, same, bf_iff(b->bfs, bf_var(b->bfs, entry.at[v]), bf_var(b->bfs, now.at[v])));
    }
    b->entry_set = set_of(b, &entry);
    b->local_set = set_of(b, &local);
    b->next_to_now = bf_renaming(b->bfs, next.count, next.at, now.at);
    b->to_summary = bf_renaming(b->bfs, from.count, from.at, to.at);
    b->argument_to_now = bf_renaming(b->bfs, argument.count, argument.at, at.at);
    VecU32 *all[] = { &entry, &local, &next, &now, &from, &to, &argument, &at };
    for (uint32_t i = 0; i < COUNT(all); i++)
        vec_free(all[i]);
}

Bebop *bebop_new(const BpProgram *p, const char *label, uint32_t most_nodes, bool live) {
    assert(!bp_has_threads(p));
    Bebop *b = base_alloc(sizeof *b);
    b->p = p;
    b->label = label;
    b->live = live;
    b->globals = p->globals.count;
    for (uint32_t i = 0; i < p->procs.count; i++) {
        const BpProc *proc = &p->procs.at[i];
        uint32_t slots = proc->locals.count > proc->results ? proc->locals.count : proc->results;
        b->slots = b->slots > slots ? b->slots : slots;
        b->stats.statements += proc->stmts.count;
    }
    b->most_variables = b->globals + b->slots;
    b->place = base_alloc((2 * (size_t)b->most_variables + 1) * sizeof *b->place);
    for (uint32_t i = 0; i < b->most_variables; i++)
        b->place[i] = b->place[b->most_variables + i] = bebop_place(b, i, NOW);
    b->stats.variables = GLOBAL_COPIES * b->globals + LOCAL_COPIES * b->slots;
    b->bfs = bfs_new(b->stats.variables, most_nodes && most_nodes < MOST_NODES ? most_nodes : MOST_NODES);
    b->procs = base_alloc((p->procs.count + 1) * sizeof *b->procs);
    open_sets(b);
    for (uint32_t i = 0; i < p->procs.count; i++)
        open_proc(b, i);
    return b;
}

void bebop_free(Bebop *b) {
    for (uint32_t i = 0; i < b->p->procs.count; i++) {
        Activity *a = &b->procs[i];
        for (uint32_t s = 0; s <= a->exit; s++) {
            vec_free(&a->at[s].rings);
            if (a->preds)
                vec_free(&a->preds[s]);
        }
        free(a->preds);
        free(a->at);
        free(a->position);
        vec_free(&a->heap);
        vec_free(&a->sites);
    }
    free(b->procs);
    free(b->place);
    vec_free(&b->queue);
    vec_free(&b->identity);
    bfs_free(b->bfs);
    free(b);
}

// ---- looking ----
bool bebop_reached(const Bebop *b, uint32_t proc, uint32_t stmt) {
    assert(stmt < b->p->procs.at[proc].stmts.count);
    return b->procs[proc].at[stmt].rings.count > 0;
}

Term bebop_states(Bebop *b, uint32_t proc, uint32_t stmt, Terms *t, const Term atoms[]) {
    assert(b->first == b->queue.count && !b->error_states.id); // SAFE: nothing is left to look at
    assert(bebop_reached(b, proc, stmt) || is_false(b, b->procs[proc].at[stmt].all));
    BfMark mark = bf_mark(b->bfs);
    Bf states = bf_exists(b->bfs, b->procs[proc].at[stmt].all, b->entry_set);
    Term *by_place = base_alloc((b->stats.variables + 1) * sizeof *by_place);
    for (uint32_t i = 0; i < bp_variables(b->p, &b->p->procs.at[proc]); i++)
        by_place[bebop_place(b, i, NOW)] = atoms[i];
    Term result = bf_to_term(b->bfs, t, states, by_place);
    free(by_place);
    bf_release(b->bfs, mark, (Bf){ 0 });
    return result;
}

typedef struct Printer {
    const Bebop *b;
    const BpProc *proc;
    uint32_t left;
    bool first;
    Text *out;
} Printer;

static bool print_cube(void *self, uint32_t variables, const int8_t cube[]) {
    Printer *pr = self;
    (void)variables;
    if (!pr->left--) {
        text_add(pr->out, " | ...");
        return false;
    }
    text_add(pr->out, pr->first ? "" : " | ");
    pr->first = false;
    bool any = false;
    for (uint32_t i = 0; i < bp_variables(pr->b->p, pr->proc); i++) {
        int8_t x = cube[bebop_place(pr->b, i, NOW)];
        if (x < 0)
            continue;
        text_add(pr->out, "%s%s%s", any ? " " : "", x ? "" : "!", bp_name(pr->b->p, pr->proc, i));
        any = true;
    }
    text_add(pr->out, any ? "" : "true");
    return true;
}

void bebop_print_states(Bebop *b, uint32_t proc, uint32_t stmt, uint32_t most, Text *out) {
    BfMark mark = bf_mark(b->bfs);
    Bf states = bf_exists(b->bfs, b->procs[proc].at[stmt].all, b->entry_set);
    Printer pr = { b, &b->p->procs.at[proc], most, true, out };
    bf_cubes(b->bfs, states, b->stats.variables, print_cube, &pr);
    if (pr.first)
        text_add(out, "false");
    bf_release(b->bfs, mark, (Bf){ 0 });
}

BebopStats bebop_stats(const Bebop *b) {
    BebopStats stats = b->stats;
    for (uint32_t i = 0; i < b->p->procs.count; i++)
        for (uint32_t s = 0; s < b->p->procs.at[i].stmts.count; s++)
            stats.reached += b->procs[i].at[s].rings.count > 0;
    return stats;
}

// locks.c - why accesses of threads do not race: locks held, atomic sections, threads made and joined
//
// A data-flow analysis over all threads at once, each function by itself.  At each location it finds
//
//   - which mutexes a thread there holds for certain: their addresses as terms, so that p->m protects p->x and
//     a[i].m protects a[i].x; after a trylock only where the result is 0;
//   - in how many atomic sections it is at least;
//   - which variables have the number of a thread that is made once, so that a join says which thread it waits for;
//   - which threads it may have made that may still run.
//
// Calls are not followed: what is held stays so unless the function, or what it calls, unlocks something.  The claim
// has all of this as notes, and no more: whether each pair of accesses that may meet has a common lock, or an order, is
// for the check to say (answer/check/check_locks.h).  The analysis is linear but for the depth of loops.
//
// After locksets (S. Savage et al., "Eraser: A Dynamic Data Race Detector for Multithreaded Programs", TOCS 15, 1997)
// with symbolic addresses (J. Voung, R. Jhala, S. Lerner, "RELAY: Static Race Detection on Millions of Lines of Code",
// FSE 2007) and threads told apart by where they are made (M. Schwarz et al., "Improving Thread-Modular Abstract
// Interpretation", SAS 2021).
#include "base/limits.h"
#include "base/stats.h"
#include "engine/engine.h"
#include "logic/term/value.h"
#include "program/digraph.h"
#include "program/edit.h"

typedef struct Fact { // HELD, HELD_IF_ZERO or NUMBER
    LockFact fact;
    Term term;
    VarId var;
    EdgeId create;
} Fact;
typedef VEC(Fact) Facts;

typedef struct State {
    bool reached;
    Facts facts;    // hold for certain
    uint32_t depth; // of atomic sections, at least
    VecU32 running; // THREAD_CREATE edges
} State;

typedef struct Locks {
    const Program *p;
    Terms *t;
    State *at;        // per LocId
    uint8_t *unlocks; // per FuncId: it, or what it calls, unlocks; ends an atomic section
    uint8_t *ends;
    uint8_t *by_others; // per VarId: a global that not only main writes
    uint8_t *followed;  // per VarId: its value is followed, as addresses of mutexes and of accesses may be equal by it
    uint8_t *once;      // per EdgeId of a THREAD_CREATE: runs at most once
    State now;          // behind the edge at hand
} Locks;

// ---- the program ----
static void spread_to_callers(const Locks *l, uint8_t of[]) {
    for (bool changed = true; changed;) {
        changed = false;
        for (EdgeId e = 1; e < l->p->edges.count; e++) {
            const Edge *edge = &l->p->edges.at[e];
            if (!edge->from || edge->cmd.kind != CMD_CALL)
                continue;
            FuncId caller = l->p->locs.at[edge->from].func;
            bool set = edge->cmd.callee ? of[edge->cmd.callee] : true;
            changed |= set && !of[caller];
            of[caller] |= set;
        }
    }
}

static void look_at_commands(Locks *l) {
    const Program *p = l->p;
    l->unlocks = base_alloc(p->funcs.count);
    l->ends = base_alloc(p->funcs.count);
    l->by_others = base_alloc(p->vars.count);
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        const VarId *vars;
        if (!edge->from)
            continue;
        FuncId f = p->locs.at[edge->from].func;
        l->unlocks[f] |= edge->cmd.kind == CMD_MUTEX_UNLOCK || edge->cmd.kind == CMD_MUTEX_INIT;
        l->ends[f] |= edge->cmd.kind == CMD_ATOMIC_END;
        uint32_t n = cmd_writes(&edge->cmd, &vars);
        for (uint32_t i = 0; i < n; i++)
            l->by_others[vars[i]] |= f != p->entry;
    }
    spread_to_callers(l, l->unlocks);
    spread_to_callers(l, l->ends);
}

static void follow_vars(Locks *l, Term a) {
    VecTerm vars = { 0 };
    if (a.id)
        term_vars(l->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        VarId v = program_var_of(l->p, vars.at[i]);
        l->followed[v] |= l->p->vars.at[v].kind != VAR_ADDRESS && l->p->vars.at[v].func;
    }
    vec_free(&vars);
}

static bool is_mutex_command(const Cmd *cmd) {
    return cmd->kind == CMD_MUTEX_LOCK || cmd->kind == CMD_MUTEX_TRYLOCK;
}

static bool is_fixed(const Locks *l, Term a);

// In functions that lock a mutex whose address is computed: the variables of such addresses, and of addresses that are
// accessed.
static void find_followed(Locks *l) {
    const Program *p = l->p;
    uint8_t *computes = base_alloc(p->funcs.count);
    l->followed = base_alloc(p->vars.count);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && is_mutex_command(&p->edges.at[e].cmd) && !is_fixed(l, p->edges.at[e].cmd.a))
            computes[p->locs.at[p->edges.at[e].from].func] = 1;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        bool looks = is_mutex_command(&edge->cmd) || edge->cmd.kind == CMD_ACCESS;
        if (edge->from && looks && computes[p->locs.at[edge->from].func])
            follow_vars(l, edge->cmd.a);
    }
    free(computes);
}

static bool entry_runs_once(const Program *p) {
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && cmd_is_call(&p->edges.at[e].cmd) && p->edges.at[e].cmd.callee == p->entry)
            return false;
    return true;
}

static void find_once(Locks *l) {
    const Program *p = l->p;
    Digraph flow = flow_graph(p);
    uint32_t n, *component = digraph_components(&flow, &n), *size = base_alloc((n + 1) * sizeof *size);
    bool once = entry_runs_once(p);
    l->once = base_alloc(p->edges.count);
    for (LocId loc = 0; loc < p->locs.count; loc++)
        size[component[loc]]++;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        l->once[e] = edge->from && edge->cmd.kind == CMD_THREAD_CREATE && once &&
                     p->locs.at[edge->from].func == p->entry && edge->to != edge->from &&
                     size[component[edge->from]] == 1;
    }
    digraph_free(&flow);
    free(component);
    free(size);
}

// ---- facts ----
static bool same_fact(const Fact *a, const Fact *b) {
    return a->fact == b->fact && a->term.id == b->term.id && a->var == b->var && a->create == b->create;
}

static bool has_fact(const Facts *facts, const Fact *f) {
    for (uint32_t i = 0; i < facts->count; i++)
        if (same_fact(&facts->at[i], f))
            return true;
    return false;
}

static void add_fact(Locks *l, Fact f) {
    if (!has_fact(&l->now.facts, &f))
        vec_push(&l->now.facts, f);
}

static bool has_edge(const VecU32 *edges, EdgeId e) {
    for (uint32_t i = 0; i < edges->count; i++)
        if (edges->at[i] == e)
            return true;
    return false;
}

static void add_edge(VecU32 *edges, EdgeId e) {
    if (!has_edge(edges, e))
        vec_push(edges, e);
}

// Only the thread itself changes what the term is made of.
static bool is_own(const Locks *l, Term a) {
    VecTerm vars = { 0 };
    bool own = true;
    term_vars(l->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++) {
        const Var *v = &l->p->vars.at[program_var_of(l->p, vars.at[i])];
        own &= v->kind == VAR_ADDRESS || v->func;
    }
    vec_free(&vars);
    return own;
}

static bool term_reads(const Locks *l, Term a, VarId v) {
    VecTerm vars = { 0 };
    bool reads = false;
    if (a.id)
        term_vars(l->t, a, &vars);
    for (uint32_t i = 0; i < vars.count; i++)
        reads |= program_var_of(l->p, vars.at[i]) == v;
    vec_free(&vars);
    return reads;
}

static ObjId object_of(const Locks *l, Term a) {
    if (term_op(l->t, a) == OP_BV_ADD && term_arity(l->t, a) == 2)
        a = term_is_const(l->t, term_arg(l->t, a, 0)) ? term_arg(l->t, a, 1) : term_arg(l->t, a, 0);
    VarId v = program_var_of(l->p, a);
    return v && l->p->vars.at[v].kind == VAR_ADDRESS && !l->p->objects.at[l->p->vars.at[v].object].thread_local
               ? l->p->vars.at[v].object
               : 0;
}

static bool is_fixed(const Locks *l, Term a) {
    return object_of(l, a) != 0;
}

static bool may_be_same(const Locks *l, Term a, Term b) {
    Term d = term_2(l->t, OP_BV_ADD, a, term_1(l->t, OP_BV_NEG, b));
    if (term_is_const(l->t, d))
        return value_of_term(l->t, d).lo == 0;
    return !object_of(l, a) || !object_of(l, b) || object_of(l, a) == object_of(l, b);
}

typedef bool (*Spoils)(const Locks *l, const Fact *f, const void *what);
static void drop_facts(Locks *l, Spoils spoils, const void *what) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->now.facts.count; i++)
        if (!spoils(l, &l->now.facts.at[i], what))
            l->now.facts.at[kept++] = l->now.facts.at[i];
    l->now.facts.count = kept;
}

static bool is_unlocked(const Locks *l, const Fact *f, const void *what) {
    const Term *mutex = what;
    return f->fact != LOCK_NUMBER && f->fact != LOCK_VALUE && (!mutex || may_be_same(l, f->term, *mutex));
}

static bool is_written(const Locks *l, const Fact *f, const void *what) {
    const Cmd *cmd = what;
    const VarId *vars;
    uint32_t n = cmd_writes(cmd, &vars);
    for (uint32_t i = 0; i < n; i++)
        if (f->var == vars[i] || term_reads(l, f->term, vars[i]))
            return true;
    return false;
}

// ---- commands ----
// A copy of a thread's number is its number.
static void copy_numbers(Locks *l, const State *before, const Cmd *cmd) {
    for (uint32_t i = 0; i < cmd->n; i++) {
        VarId from = program_var_of(l->p, cmd->terms[i]), to = cmd->vars[i];
        for (uint32_t k = 0; from && k < before->facts.count; k++) {
            Fact f = before->facts.at[k];
            bool keeps = l->p->vars.at[to].func || !l->by_others[to];
            if (f.fact == LOCK_NUMBER && f.var == from && keeps)
                add_fact(l, (Fact){ LOCK_NUMBER, { 0 }, to, f.create });
        }
    }
}

static void note_values(Locks *l, const Cmd *cmd) {
    for (uint32_t i = 0; i < cmd->n; i++) {
        Fact f = { LOCK_VALUE, cmd->terms[i], cmd->vars[i], 0 };
        bool stays = l->followed[f.var] && is_own(l, f.term);
        for (uint32_t k = 0; k < cmd->n && stays; k++)
            stays = !term_reads(l, f.term, cmd->vars[k]);
        if (stays)
            add_fact(l, f);
    }
}

static void learn_zero(Locks *l, const Cmd *cmd) {
    for (uint32_t i = 0, n = l->now.facts.count; i < n; i++) {
        Fact f = l->now.facts.at[i];
        if (f.fact != LOCK_HELD_IF_ZERO)
            continue;
        Term var = var_term(l->p, f.var);
        Term zero = term_eq(l->t, var, term_bv(l->t, 0, sort_width(l->t, term_sort(l->t, var))));
        bool says = term_same(cmd->a, zero);
        for (uint32_t k = 0; term_op(l->t, cmd->a) == OP_AND && k < term_arity(l->t, cmd->a); k++)
            says |= term_same(term_arg(l->t, cmd->a, k), zero);
        if (says)
            add_fact(l, (Fact){ LOCK_HELD, f.term, 0, 0 });
    }
}

static void join_thread(Locks *l, const Cmd *cmd) {
    VarId v = program_var_of(l->p, cmd->a);
    for (uint32_t i = 0; v && i < l->now.facts.count; i++) {
        Fact f = l->now.facts.at[i];
        if (f.fact != LOCK_NUMBER || f.var != v || !l->once[f.create])
            continue;
        uint32_t kept = 0;
        for (uint32_t k = 0; k < l->now.running.count; k++)
            if (l->now.running.at[k] != f.create)
                l->now.running.at[kept++] = l->now.running.at[k];
        l->now.running.count = kept;
        const State *end = &l->at[l->p->funcs.at[l->p->edges.at[f.create].cmd.callee].exit];
        for (uint32_t k = 0; k < end->running.count; k++)
            add_edge(&l->now.running, end->running.at[k]);
        return;
    }
}

static void make_call(Locks *l, const Cmd *cmd) {
    if (!cmd->callee || l->unlocks[cmd->callee])
        drop_facts(l, is_unlocked, NULL);
    if (!cmd->callee || l->ends[cmd->callee])
        l->now.depth = 0;
    const State *end = &l->at[l->p->funcs.at[cmd->callee].exit];
    for (uint32_t k = 0; cmd->callee && k < end->running.count; k++)
        add_edge(&l->now.running, end->running.at[k]);
}

static void copy_state(State *to, const State *from) {
    to->facts.count = to->running.count = 0;
    for (uint32_t i = 0; i < from->facts.count; i++)
        vec_push(&to->facts, from->facts.at[i]);
    for (uint32_t i = 0; i < from->running.count; i++)
        vec_push(&to->running, from->running.at[i]);
    to->depth = from->depth;
}

// l->now: what holds behind the edge.
static void follow(Locks *l, EdgeId id) {
    const Edge *e = &l->p->edges.at[id];
    const Cmd *cmd = &e->cmd;
    const State *before = &l->at[e->from];
    copy_state(&l->now, before);
    drop_facts(l, is_written, cmd);
    switch (cmd->kind) {
    case CMD_MUTEX_LOCK:
        if (is_own(l, cmd->a))
            add_fact(l, (Fact){ LOCK_HELD, cmd->a, 0, 0 });
        break;
    case CMD_MUTEX_TRYLOCK:
        if (is_own(l, cmd->a) && !term_reads(l, cmd->a, cmd->var) && l->p->vars.at[cmd->var].func)
            add_fact(l, (Fact){ LOCK_HELD_IF_ZERO, cmd->a, cmd->var, 0 });
        break;
    case CMD_MUTEX_UNLOCK:
    case CMD_MUTEX_INIT:
        drop_facts(l, is_unlocked, &cmd->a);
        break;
    case CMD_ATOMIC_BEGIN:
        l->now.depth++;
        break;
    case CMD_ATOMIC_END:
        l->now.depth -= l->now.depth > 0;
        break;
    case CMD_ASSUME:
        learn_zero(l, cmd);
        break;
    case CMD_ASSIGN:
        note_values(l, cmd);
        if (l->p->locs.at[e->from].func == l->p->entry)
            copy_numbers(l, before, cmd);
        break;
    case CMD_THREAD_CREATE:
        add_edge(&l->now.running, id);
        if (l->once[id] && cmd->var && (l->p->vars.at[cmd->var].func || !l->by_others[cmd->var]))
            add_fact(l, (Fact){ LOCK_NUMBER, { 0 }, cmd->var, id });
        break;
    case CMD_THREAD_JOIN:
        join_thread(l, cmd);
        break;
    case CMD_CALL:
        make_call(l, cmd);
        break;
    default:
        break;
    }
}

// ---- the fixed point ----
// Facts hold if they hold on every way; what runs on some way may run.
static bool merge(Locks *l, LocId loc) {
    State *s = &l->at[loc];
    if (!s->reached) {
        copy_state(s, &l->now);
        return s->reached = true;
    }
    uint32_t kept = 0, depth = l->now.depth < s->depth ? l->now.depth : s->depth, ran = s->running.count;
    for (uint32_t i = 0; i < s->facts.count; i++)
        if (has_fact(&l->now.facts, &s->facts.at[i]))
            s->facts.at[kept++] = s->facts.at[i];
    for (uint32_t i = 0; i < l->now.running.count; i++)
        add_edge(&s->running, l->now.running.at[i]);
    bool changed = kept < s->facts.count || depth < s->depth || ran < s->running.count;
    s->facts.count = kept;
    s->depth = depth;
    return changed;
}

static void start_at(Locks *l, FuncId f) {
    l->at[l->p->funcs.at[f].entry].reached = true;
}

static void find_starts(Locks *l) {
    const Program *p = l->p;
    start_at(l, p->entry);
    for (EdgeId e = 1; e < p->edges.count; e++)
        if (p->edges.at[e].from && cmd_is_call(&p->edges.at[e].cmd) && p->edges.at[e].cmd.callee)
            start_at(l, p->edges.at[e].cmd.callee);
}

static bool flow(Locks *l, EdgeId id) {
    const Edge *e = &l->p->edges.at[id];
    if (!e->from || !l->at[e->from].reached)
        return false;
    LocId to = e->cmd.kind == CMD_THREAD_EXIT ? l->p->funcs.at[l->p->locs.at[e->from].func].exit : e->to;
    if (!l->p->locs.at[to].func)
        return false;
    follow(l, id);
    return merge(l, to);
}

static bool solve(Locks *l) {
    find_starts(l);
    for (bool changed = true; changed && !limits_hit();) {
        changed = false;
        for (EdgeId e = 1; e < l->p->edges.count; e++)
            changed |= flow(l, e);
    }
    return !limits_hit();
}

// ---- the claim ----
static void note_all(const Locks *l, Claim *claim) {
    for (LocId loc = 1; loc < l->p->locs.count; loc++) {
        const State *s = &l->at[loc];
        if (!l->p->locs.at[loc].func || !s->reached)
            continue;
        for (uint32_t i = 0; i < s->facts.count; i++) {
            Fact f = s->facts.at[i];
            vec_push(&claim->proof.notes,
                     ((LockNote){ .loc = loc, .fact = f.fact, .term = f.term, .var = f.var, .create = f.create }));
        }
        if (s->depth)
            vec_push(&claim->proof.notes, ((LockNote){ .loc = loc, .fact = LOCK_SECTION, .depth = s->depth }));
        for (uint32_t i = 0; i < s->running.count; i++)
            vec_push(&claim->proof.notes, ((LockNote){ .loc = loc, .fact = LOCK_RUNS, .create = s->running.at[i] }));
    }
    claim->kind = CLAIM_SAFE;
    claim->proof.by_locks = true;
}

static void run(const void *config, const Task *task, Claim *claim) {
    (void)config;
    Locks l = { .p = task->program, .t = task->program->terms };
    if (!program_has_races(l.p)) {
        reason_set(&claim->reason, "locks");
        reason_set(&claim->detail, "locks decides only whether there are data races");
        return;
    }
    l.at = base_alloc(l.p->locs.count * sizeof *l.at);
    look_at_commands(&l);
    find_followed(&l);
    find_once(&l);
    if (solve(&l))
        note_all(&l, claim);
    else
        reason_set(&claim->reason, "timeout");
    for (LocId loc = 0; loc < l.p->locs.count; loc++) {
        vec_free(&l.at[loc].facts);
        vec_free(&l.at[loc].running);
    }
    vec_free(&l.now.facts);
    vec_free(&l.now.running);
    void *arrays[] = { l.at, l.unlocks, l.ends, l.by_others, l.followed, l.once };
    for (uint32_t i = 0; i < COUNT(arrays); i++)
        free(arrays[i]);
}

const Engine engine_locks = {
    .name = "locks",
    .summary = "data races: locks held, atomic sections, the order in which threads are made and joined",
    .handles = FEATURES_ALL,
    .schedules = true,
    .unwinds = true,
    .run = run,
};

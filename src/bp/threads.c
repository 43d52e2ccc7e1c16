// threads.c - all interleavings of the threads of a Boolean program
//
// Variables of the table: of each global its value now and next, then the same of each local of each thread.
// The search is over combinations of statements ("configurations"), each with rings as in bebop.h for the trace.
#include "bp/threads.h"
#include "base/limits.h"
#include "bp/live.h"
#include "bp/rail.h"

enum { MOST_NODES = (1 << 24) - 1, MOST_THREADS = 12, NOBODY = UINT32_MAX };

typedef struct Ring {
    uint64_t stamp;
    Bf part;
} Ring;
typedef struct Move {            // one thread takes one statement
    uint32_t from;               // configuration
    uint32_t thread, stmt, born; // born: the thread that it starts, or NOBODY
    uint32_t to;                 // statement where it is then; 0: it has ended
} Move;
typedef struct Config {
    uint32_t pc[MOST_THREADS]; // 0: no thread
    uint32_t owner;            // of the atomic section, or NOBODY
    Bf all, pending;
    VEC(Ring) rings;
    VEC(Move) in;
    bool queued;
    uint32_t same_hash; // 1 + another configuration
} Config;
typedef struct Action { // of a statement by a thread
    bool built;
    Bf relation, forget; // then next is renamed to now
} Action;

typedef struct Threads {
    const BpProgram *p;
    const char *label;
    Flat flat;
    const BpProc *proc;
    Bfs *bfs;
    BpLive live;
    bool has_live;
    uint32_t globals, locals, variables; // of the table
    VEC(Config) configs;
    Map config_of; // hash -> 1 + configuration
    VecU32 queue;
    uint32_t first;
    uint64_t stamps;
    Action *actions; // by statement and thread
    BfRenaming *next_to_now;
    bool crowded; // more threads than there are places
    uint32_t error, error_thread;
    Bf error_states;
} Threads;

// ---- variables ----
static uint32_t place(const Threads *th, uint32_t thread, uint32_t variable, bool next) {
    uint32_t g = th->globals;
    assert(thread < MOST_THREADS && variable < g + th->locals);
    uint32_t at = variable < g ? variable : g + thread * th->locals + (variable - g);
    return 2 * at + next;
}

static void places(const Threads *th, uint32_t thread, const BpStmt *assigns, uint32_t out[]) {
    uint32_t n = th->globals + th->locals;
    for (uint32_t i = 0; i < n; i++)
        out[i] = out[n + i] = place(th, thread, i, false);
    for (uint32_t i = 0; assigns && i < assigns->vars.count; i++)
        out[n + assigns->vars.at[i]] = place(th, thread, assigns->vars.at[i], true);
}

static Rail rail(Threads *th, uint32_t thread, const BpStmt *assigns, BpExpr e) {
    uint32_t n = th->globals + th->locals, *at = base_alloc((2 * (size_t)n + 1) * sizeof *at);
    places(th, thread, assigns, at);
    Rail r = bp_rail(th->bfs, &th->flat.program, e, at, n);
    free(at);
    return r;
}

static Bf locals_set(Threads *th, uint32_t thread) {
    VecU32 all = { 0 };
    for (uint32_t i = 0; i < th->locals; i++)
        vec_push(&all, place(th, thread, th->globals + i, false));
    Bf set = bf_set(th->bfs, all.count, all.at);
    vec_free(&all);
    return set;
}

static bool is_dead(const Threads *th, uint32_t stmt, uint32_t local) {
    return th->has_live && !bp_live(&th->live, stmt, local);
}

static Bf dead_set(Threads *th, uint32_t thread, uint32_t stmt) {
    VecU32 dead = { 0 };
    for (uint32_t i = 0; i < th->locals; i++)
        if (is_dead(th, stmt, i))
            vec_push(&dead, place(th, thread, th->globals + i, false));
    Bf set = bf_set(th->bfs, dead.count, dead.at);
    vec_free(&dead);
    return set;
}

// ---- what a statement does ----
static const BpStmt *stmt_at(const Threads *th, uint32_t s) {
    return &th->proc->stmts.at[s];
}

static const Action *action(Threads *th, uint32_t thread, uint32_t stmt) {
    Action *a = &th->actions[stmt * MOST_THREADS + thread];
    const BpStmt *s = stmt_at(th, stmt);
    VecU32 forget = { 0 };
    assert(s->kind != BP_CALL && s->kind != BP_RETURN); // inlined
    if (a->built)
        return a;
    BfMark mark = bf_mark(th->bfs);
    a->relation = bf_true(th->bfs);
    if (s->kind == BP_ASSUME || s->kind == BP_ASSERT || (s->kind == BP_ASSIGN && s->expr))
        a->relation = rail(th, thread, s, s->expr).can1;
    for (uint32_t i = 0; i < s->vars.count; i++) {
        vec_push(&forget, place(th, thread, s->vars.at[i], false));
        if (s->kind == BP_ASSIGN)
            a->relation = bf_and(
                th->bfs, a->relation,
                bp_rail_is(th->bfs, rail(th, thread, NULL, s->exprs.at[i]), place(th, thread, s->vars.at[i], true)));
    }
    if (th->flat.enforce.at[stmt])
        a->relation = bf_and(th->bfs, a->relation, rail(th, thread, NULL, th->flat.enforce.at[stmt]).can1);
    a->forget = bf_keep(th->bfs, bf_set(th->bfs, forget.count, forget.at));
    bf_keep(th->bfs, a->relation);
    bf_release(th->bfs, mark, (Bf){ 0 });
    vec_free(&forget);
    a->built = true;
    return a;
}

static bool is_fresh(const Threads *th, uint32_t stmt) {
    for (uint32_t i = 0; i < th->flat.fresh.count; i++)
        if (th->flat.fresh.at[i] == stmt)
            return true;
    return false;
}

// The states after a move, over now.
static Bf moved(Threads *th, const Move *m, Bf states) {
    const Action *a = action(th, m->thread, m->stmt);
    assert(m->born != m->thread && (m->born == NOBODY) == (stmt_at(th, m->stmt)->kind != BP_START));
    Bf f = bf_and_exists(th->bfs, states, a->relation, a->forget);
    f = bf_renamed(th->bfs, f, th->next_to_now);
    for (uint32_t i = 0; m->born != NOBODY && !is_fresh(th, m->stmt) && i < th->locals; i++) {
        Bf here = bf_var(th->bfs, place(th, m->thread, th->globals + i, false));
        f = bf_and(th->bfs, f, bf_iff(th->bfs, here, bf_var(th->bfs, place(th, m->born, th->globals + i, false))));
    }
    return bf_exists(th->bfs, f, m->to ? dead_set(th, m->thread, m->to) : locals_set(th, m->thread));
}

// ---- configurations ----
static uint64_t hash_of(const Config *c) {
    return hash_bytes(c->pc, sizeof c->pc, c->owner);
}

static uint32_t find_config(Threads *th, const Config *like) {
    uint64_t hash = hash_of(like);
    uint32_t first = map_find(&th->config_of, hash);
    for (uint32_t i = first; i; i = th->configs.at[i - 1].same_hash) {
        const Config *c = &th->configs.at[i - 1];
        if (c->owner == like->owner && !memcmp(c->pc, like->pc, sizeof c->pc))
            return i - 1;
    }
    Config *c = vec_add(&th->configs);
    memcpy(c->pc, like->pc, sizeof c->pc);
    c->owner = like->owner;
    c->all = c->pending = bf_false(th->bfs);
    c->same_hash = first;
    map_put(&th->config_of, hash, th->configs.count);
    return th->configs.count - 1;
}

static bool is_false(Threads *th, Bf f) {
    return bf_same(f, bf_false(th->bfs));
}

static void add(Threads *th, uint32_t config, const Move *m, Bf states) {
    Config *c = &th->configs.at[config];
    BfMark mark = bf_mark(th->bfs);
    states = bf_and(th->bfs, states, bf_not(th->bfs, c->all));
    if (!is_false(th, states)) {
        Bf old = c->pending;
        c->pending = bf_keep(th->bfs, bf_or(th->bfs, old, states));
        bf_drop(th->bfs, old);
        bool known = !m;
        for (uint32_t i = 0; m && i < c->in.count; i++)
            known = known || !memcmp(&c->in.at[i], m, sizeof *m);
        if (!known)
            vec_push(&c->in, *m);
        if (!c->queued)
            vec_push(&th->queue, config);
        c->queued = true;
    }
    bf_release(th->bfs, mark, (Bf){ 0 });
}

// ---- moves ----
static bool may_move(const Config *c, uint32_t thread) {
    return c->pc[thread] && (c->owner == NOBODY || c->owner == thread);
}

static uint32_t free_place(const Config *c) {
    for (uint32_t i = 0; i < MOST_THREADS; i++)
        if (!c->pc[i])
            return i;
    return NOBODY;
}

static void move(Threads *th, uint32_t config, uint32_t thread, uint32_t to, Bf states) {
    Config next = th->configs.at[config];
    const BpStmt *s = stmt_at(th, next.pc[thread]);
    Move m = { config, thread, next.pc[thread], NOBODY, to };
    assert(may_move(&next, thread) && (to || s->kind == BP_END));
    next.pc[thread] = to;
    if (s->kind == BP_START) {
        m.born = free_place(&next);
        if (m.born == NOBODY) {
            th->crowded = true;
            return;
        }
        assert(s->target); // also where it starts at a procedure
        next.pc[m.born] = s->target;
    }
    if (s->kind == BP_ATOMIC_BEGIN)
        next.owner = thread;
    if (s->kind == BP_ATOMIC_END || s->kind == BP_END)
        next.owner = next.owner == thread ? NOBODY : next.owner;
    Bf after = moved(th, &m, states);
    if (!is_false(th, after))
        add(th, find_config(th, &next), &m, after);
}

static bool is_goal(const Threads *th, uint32_t stmt) {
    Origin o = th->flat.origins.at[stmt];
    const BpStmt *s = &th->p->procs.at[o.proc].stmts.at[o.stmt];
    if (!th->flat.own.at[stmt])
        return false;
    return th->label ? bp_is_labelled(th->p, s, th->label)
                     : bp_is_labelled(th->p, s, "ERROR") || bp_is_labelled(th->p, s, "SLIC_ERROR");
}

// Those of the states in which the thread is at an error.
static Bf errors(Threads *th, const Config *c, uint32_t thread, Bf states) {
    uint32_t stmt = c->pc[thread];
    Bf bad = is_goal(th, stmt) ? bf_true(th->bfs) : bf_false(th->bfs);
    if (!th->label && may_move(c, thread) && stmt_at(th, stmt)->kind == BP_ASSERT)
        bad = bf_or(th->bfs, bad, rail(th, thread, NULL, stmt_at(th, stmt)->expr).can0);
    if (!th->label && may_move(c, thread) && th->flat.abortif.at[stmt])
        bad = bf_or(th->bfs, bad, rail(th, thread, NULL, th->flat.abortif.at[stmt]).can1);
    if (th->flat.enforce.at[stmt])
        bad = bf_and(th->bfs, bad, rail(th, thread, NULL, th->flat.enforce.at[stmt]).can1);
    return bf_and(th->bfs, bad, states);
}

static bool look_at_thread(Threads *th, uint32_t config, uint32_t thread, Bf states) {
    const Config *c = &th->configs.at[config];
    Bf bad = errors(th, c, thread, states);
    if (!is_false(th, bad) && !bfs_failed(th->bfs)) {
        th->error = config;
        th->error_thread = thread;
        th->error_states = bf_keep(th->bfs, bad);
        return false;
    }
    if (!may_move(c, thread))
        return true;
    const BpStmt *s = stmt_at(th, c->pc[thread]);
    if (s->kind == BP_END)
        move(th, config, thread, 0, states);
    for (uint32_t i = 0; i < s->next.count; i++)
        move(th, config, thread, s->next.at[i], states);
    return true;
}

static bool look(Threads *th, uint32_t config) {
    Config *c = &th->configs.at[config];
    BfMark mark = bf_mark(th->bfs);
    Bf part = c->pending, old = c->all;
    bool good = true;
    assert(c->queued && (is_false(th, bf_and(th->bfs, part, old)) || bfs_failed(th->bfs)));
    c->queued = false;
    c->pending = bf_false(th->bfs);
    c->all = bf_keep(th->bfs, bf_or(th->bfs, old, part));
    bf_drop(th->bfs, old);
    vec_push(&c->rings, (Ring){ ++th->stamps, part }); // keeps it
    for (uint32_t i = 0; i < MOST_THREADS && good; i++)
        if (th->configs.at[config].pc[i])
            good = look_at_thread(th, config, i, part);
    bf_release(th->bfs, mark, (Bf){ 0 });
    return good;
}

static BpAnswer search(Threads *th, Reason *why) {
    Config start = { .owner = NOBODY };
    assert(th->proc->stmts.at[0].next.count == 1);
    start.pc[0] = th->proc->stmts.at[0].next.at[0];
    add(th, find_config(th, &start), NULL, bf_true(th->bfs));
    while (th->first < th->queue.count) {
        if (limits_hit() || bfs_failed(th->bfs)) {
            reason_set(why, limits_hit() ? "timeout" : "memory");
            return BP_UNKNOWN;
        }
        if (!look(th, th->queue.at[th->first++]))
            return BP_UNSAFE;
    }
    if (!th->crowded && !bfs_failed(th->bfs))
        return BP_SAFE;
    reason_set(why, th->crowded ? "more than %d threads at once" : "memory", MOST_THREADS);
    return BP_UNKNOWN;
}

// ---- the trace ----
static Bf with(Threads *th, Bf f, uint32_t at, int8_t value) {
    Bf x = bf_var(th->bfs, at);
    return bf_and(th->bfs, f, value ? x : bf_not(th->bfs, x));
}

static bool assigns(const BpStmt *s, uint32_t variable) {
    for (uint32_t i = 0; i < s->vars.count; i++)
        if (s->vars.at[i] == variable)
            return true;
    return false;
}

// What must be so for the move to lead to the state 'values' (over now).
static Bf before_move(Threads *th, const Move *m, const int8_t values[]) {
    const BpStmt *s = stmt_at(th, m->stmt);
    const Config *from = &th->configs.at[m->from];
    assert(from->pc[m->thread] == m->stmt);
    Bf f = action(th, m->thread, m->stmt)->relation;
    for (uint32_t i = 0; i < th->globals; i++)
        if (!(s->kind == BP_DEAD && assigns(s, i)))
            f = with(th, f, place(th, 0, i, assigns(s, i)), values[place(th, 0, i, false)]);
    for (uint32_t t = 0; t < MOST_THREADS; t++)
        for (uint32_t i = 0; i < th->locals; i++) {
            uint32_t v = th->globals + i;
            int8_t value = values[place(th, t, v, false)];
            bool mine = t == m->thread;
            if (t == m->born && !is_fresh(th, m->stmt))
                f = with(th, f, place(th, m->thread, v, false), value);
            if (!from->pc[t] || (mine && (!m->to || is_dead(th, m->to, i))) ||
                (mine && s->kind == BP_DEAD && assigns(s, v)))
                continue;
            f = with(th, f, place(th, t, v, mine && assigns(s, v)), value);
        }
    return f;
}

static bool pick(Threads *th, Bf f, int8_t out[]) {
    if (!bf_pick(th->bfs, f, th->variables, out))
        return false;
    for (uint32_t i = 0; i < th->variables; i++)
        out[i] = out[i] > 0;
    return true;
}

static void record(Threads *th, uint32_t thread, uint32_t stmt, const int8_t values[], Arena *arena, BpTrace *out) {
    Origin o = th->flat.origins.at[stmt];
    const BpProc *proc = &th->p->procs.at[o.proc];
    BpStep step = { .thread = thread, .proc = o.proc, .stmt = o.stmt, .line = proc->stmts.at[o.stmt].line };
    uint32_t g = th->p->globals.count, shared = 0, own = 0;
    if (!th->flat.own.at[stmt])
        return;
    step.values = arena_alloc(arena, bp_variables(th->p, proc) + 1);
    for (uint32_t i = 0; i < g; i++) {
        uint32_t v = th->p->thread_local.at[i] ? th->globals + own++ : shared++;
        step.values[i] = values[place(th, thread, v, false)];
    }
    for (uint32_t i = 0; i < proc->locals.count; i++)
        step.values[g + i] = values[place(th, thread, th->globals + own + th->flat.base.at[stmt] + i, false)];
    vec_push(out, step);
}

static bool step_back(Threads *th, uint32_t *config, uint64_t *stamp, int8_t values[], Arena *arena, BpTrace *out) {
    const Config *c = &th->configs.at[*config];
    int8_t *found = arena_alloc(arena, th->variables + 1);
    for (uint32_t i = 0; i < c->in.count; i++) {
        const Move *m = &c->in.at[i];
        const Config *from = &th->configs.at[m->from];
        Bf want = before_move(th, m, values);
        for (uint32_t k = from->rings.count; k-- > 0;) {
            if (from->rings.at[k].stamp >= *stamp || !pick(th, bf_and(th->bfs, want, from->rings.at[k].part), found))
                continue;
            memcpy(values, found, th->variables);
            *config = m->from;
            *stamp = from->rings.at[k].stamp;
            record(th, m->thread, m->stmt, values, arena, out);
            return true;
        }
    }
    return false;
}

static void trace_back(Threads *th, Arena *arena, BpTrace *out) {
    int8_t *values = arena_alloc(arena, th->variables + 1);
    uint32_t config = th->error;
    uint64_t stamp = vec_last(&th->configs.at[config].rings).stamp;
    if (!pick(th, th->error_states, values))
        bug("threads: an error without state");
    record(th, th->error_thread, th->configs.at[config].pc[th->error_thread], values, arena, out);
    for (bool more = true; more;) {
        BfMark mark = bf_mark(th->bfs);
        more = step_back(th, &config, &stamp, values, arena, out);
        bf_release(th->bfs, mark, (Bf){ 0 });
    }
    assert(bfs_failed(th->bfs) || (!config && stamp == 1)); // nothing but the start came from nowhere
    for (uint32_t i = 0; i < out->count / 2; i++) {
        BpStep s = out->at[i];
        out->at[i] = out->at[out->count - 1 - i];
        out->at[out->count - 1 - i] = s;
    }
}

// ---- public interface ----
static void open_threads(Threads *th, uint32_t most_nodes) {
    VecU32 now = { 0 }, next = { 0 };
    th->proc = &th->flat.program.procs.at[0];
    th->globals = th->flat.program.globals.count;
    th->locals = th->proc->locals.count;
    th->variables = 2 * (th->globals + MOST_THREADS * th->locals);
    th->bfs = bfs_new(th->variables, most_nodes && most_nodes < MOST_NODES ? most_nodes : MOST_NODES);
    for (uint32_t i = 0; i < th->variables; i += 2) {
        vec_push(&now, i);
        vec_push(&next, i + 1);
    }
    th->next_to_now = bf_renaming(th->bfs, now.count, next.at, now.at);
    th->actions = base_alloc((size_t)th->proc->stmts.count * MOST_THREADS * sizeof *th->actions);
    th->has_live = true;
    for (uint32_t i = 0; i < th->proc->stmts.count; i++)
        if (th->flat.enforce.at[i] || th->flat.abortif.at[i]) // they read locals that live.h does not know of
            th->has_live = false;
    if (th->has_live)
        bp_live_find(&th->flat.program, th->proc, &th->live);
    vec_free(&now);
    vec_free(&next);
}

static void close_threads(Threads *th) {
    for (uint32_t i = 0; i < th->configs.count; i++) {
        vec_free(&th->configs.at[i].rings);
        vec_free(&th->configs.at[i].in);
    }
    vec_free(&th->configs);
    map_free(&th->config_of);
    vec_free(&th->queue);
    free(th->actions);
    if (th->has_live)
        bp_live_free(&th->live);
    bfs_free(th->bfs);
}

BpAnswer threads_run(const BpProgram *p, const char *label, uint32_t most_nodes, Arena *arena, BpTrace *trace,
                     BebopStats *stats, Reason *why) {
    Threads th = { .p = p, .label = label };
    BpAnswer answer = BP_UNKNOWN;
    assert(!trace->count);
    *stats = (BebopStats){ 0 };
    if (bp_inline(p, &th.flat, why)) {
        open_threads(&th, most_nodes);
        answer = search(&th, why);
        if (answer == BP_UNSAFE)
            trace_back(&th, arena, trace);
        *stats = (BebopStats){ .edges = th.stamps,
                               .reached = th.configs.count,
                               .statements = th.proc->stmts.count,
                               .variables = th.variables };
        close_threads(&th);
    }
    flat_free(&th.flat);
    return answer;
}

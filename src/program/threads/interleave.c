// interleave.c - the product, from the start of the program on
//
// Configurations are found and numbered breadth first; each gets a location.  Steps of a thread are copied
// with its variables renamed: a local variable of the call at depth d of thread t is one of its own.
#include "program/threads/interleave.h"
#include "program/access.h"
#include "program/edit.h"
#include "program/threads/future.h"
#include "program/step/layout.h"
#include "logic/term/value.h"

enum { MOST_THREADS = INTERLEAVE_THREADS, MOST_CALLS = 8, MOST_HELD = 24, BUSY = 16, CHOICE_BITS = 8 };

// ---- configurations: compared byte by byte ----
typedef enum Status { THREAD_NONE, THREAD_RUNS, THREAD_ENDED, THREAD_JOINED } Status;
typedef struct At {
    uint32_t status; // Status
    LocId loc;       // RUNS
    uint32_t atomic; // nested sections
    uint32_t level;  // of the interrupt it is in, or of main; 0: none
    uint32_t depth;
    EdgeId calls[MOST_CALLS]; // that it has to return from
} At;
typedef struct Configuration {
    uint32_t threads, held, off; // off: no interrupt begins
    At at[MOST_THREADS];
    uint32_t mutex[MOST_HELD]; // address terms of those held, rising
    uint32_t by[MOST_HELD];    // who holds it
} Configuration;

typedef struct Origin { // of an edge
    EdgeId edge;
    uint32_t thread;
} Origin;

struct Interleaving {
    const Program *old;
    Program *p; // the product
    Terms *t;
    Future *future;
    FuncId func; // the product's entry function
    uint32_t budget;
    VEC(Configuration) configurations;
    VecU32 loc_of;      // per configuration
    Map found;          // hash -> 1 + configuration; the next free number where hashes collide
    VEC(Origin) origin; // per edge of the product
    Map vars;           // thread, depth and variable -> variable of the product
    Map objects;        // thread and address of a thread-local object -> that of the thread's own
    Map renamed[MOST_THREADS][MOST_CALLS + 1]; // caches of terms
    VarId result[MOST_THREADS], choice;
    VecTerm mutexes; // the addresses that commands on mutexes name
    const char *failed;
};

// ---- variables ----
static VarId new_var(Interleaving *in, uint32_t thread, VarId old, VarKind kind) {
    Var from = in->old->vars.at[old];
    Text name = { 0 };
    text_add(&name, thread ? "%s@%u" : "%s", term_name(in->t, from.term), thread);
    VarId copy = program_var(in->p, in->func, name.at, from.sort, kind);
    vec_free(&name);
    Var *var = &in->p->vars.at[copy];
    var->pointer = from.pointer;
    var->from_number = from.from_number;
    var->object = from.object;
    var->offset = from.offset;
    var->c_name = from.c_name;
    var->c_type = from.c_type;
    var->pos = from.pos;
    return copy;
}

static bool is_private(const Program *p, VarId v) {
    return p->vars.at[v].kind == VAR_ADDRESS && p->objects.at[p->vars.at[v].object].thread_local;
}

// Another thread's own object, as it is when the thread begins: its bytes are in the regions of the first one's.
static VarId private_address(Interleaving *in, uint32_t thread, VarId old) {
    assert(thread && is_private(in->old, old));
    Program *p = in->p;
    uint64_t key = (uint64_t)thread << 32 | old;
    VarId found = map_find(&in->objects, key);
    if (found)
        return found;
    ObjId from = p->vars.at[old].object,
          copy = program_object(p, OBJ_GLOBAL, program_text(p, p->objects.at[from].name));
    Object object = p->objects.at[from];
    object.name = p->objects.at[copy].name;
    object.address = p->objects.at[copy].address;
    object.thread_local = object.shared = false;
    memset(&object.relocs, 0, sizeof object.relocs);
    for (uint32_t i = 0; i < p->objects.at[from].relocs.count; i++)
        vec_push(&object.relocs, p->objects.at[from].relocs.at[i]);
    p->objects.at[copy] = object;
    for (RegionId r = 1; r < p->regions.count; r++)
        for (uint32_t i = 0, n = p->regions.at[r].objects.count; i < n; i++)
            if (p->regions.at[r].objects.at[i] == from) {
                vec_push(&p->regions.at[r].objects, copy);
                p->regions.at[r].single = false;
            }
    map_put(&in->objects, key, object.address);
    return object.address;
}

static VarId var_of(Interleaving *in, uint32_t thread, uint32_t depth, VarId old) {
    if (old && thread && is_private(in->old, old))
        return private_address(in, thread, old);
    if (!old || !in->old->vars.at[old].func)
        return old;
    uint64_t key = (uint64_t)thread << 40 | (uint64_t)depth << 32 | old;
    VarId copy = map_find(&in->vars, key);
    if (!copy)
        map_put(&in->vars, key, copy = new_var(in, thread, old, VAR_LOCAL));
    return copy;
}

typedef struct Frame { // whose variables terms are about
    Interleaving *in;
    uint32_t thread, depth;
} Frame;

static Term renamed(void *context, Term variable) {
    Frame *f = context;
    VarId v = program_var_of(f->in->old, variable);
    return v ? var_term(f->in->p, var_of(f->in, f->thread, f->depth, v)) : variable;
}

static Cmd cmd_of(Interleaving *in, uint32_t thread, uint32_t depth, const Cmd *old) {
    assert(thread < MOST_THREADS && depth <= MOST_CALLS);
    Frame f = { in, thread, depth };
    Cmd cmd = cmd_map(in->p, old, renamed, &f, &in->renamed[thread][depth]);
    cmd.var = var_of(in, thread, depth, old->var);
    if (!cmd.n_vars)
        return cmd;
    cmd.vars = arena_array(in->p->arena, VarId, cmd.n_vars);
    for (uint32_t i = 0; i < cmd.n_vars; i++)
        cmd.vars[i] = var_of(in, thread, depth, old->vars[i]);
    return cmd;
}

static VarId result_of(Interleaving *in, uint32_t thread) {
    if (!in->result[thread])
        in->result[thread] =
            program_var(in->p, in->func, "thread.result", sort_bv(in->t, in->p->pointer_bits), VAR_LOCAL);
    return in->result[thread];
}

static Term as_wide_as(Interleaving *in, Term value, uint32_t bits) {
    uint32_t width =
        sort_kind(in->t, term_sort(in->t, value)) == SORT_BV ? sort_width(in->t, term_sort(in->t, value)) : 0;
    if (!width)
        return (Term){ 0 };
    return width < bits   ? term_zext(in->t, value, bits)
           : width > bits ? term_extract(in->t, value, bits - 1, 0)
                          : value;
}

// ---- the graph ----
static uint32_t number_of(Interleaving *in, const Configuration *c) {
    assert(c->threads && c->threads <= MOST_THREADS && c->held <= MOST_HELD);
    uint64_t key;
    for (uint32_t collisions = 0;; collisions++) {
        key = hash_bytes(c, sizeof *c, collisions);
        uint32_t i = map_find(&in->found, key);
        if (!i)
            break;
        if (!memcmp(&in->configurations.at[i - 1], c, sizeof *c))
            return i - 1;
    }
    if (in->configurations.count >= in->budget)
        in->failed = "size";
    vec_push(&in->configurations, *c);
    vec_push(&in->loc_of, program_loc(in->p, in->func, (SrcPos){ 0 }));
    map_put(&in->found, key, in->configurations.count);
    return in->configurations.count - 1;
}

static void add_edge(Interleaving *in, LocId from, LocId to, Origin origin, SrcPos pos, Cmd cmd) {
    EdgeId e = program_edge(in->p, from, to, pos, cmd);
    while (in->origin.count <= e)
        vec_push(&in->origin, (Origin){ 0 });
    in->origin.at[e] = origin;
}

typedef struct Step { // of a thread along an edge of the program
    const Configuration *c;
    uint32_t thread;
    EdgeId edge;
    LocId from; // in the product
} Step;

static void go_to(Interleaving *in, const Step *s, LocId to, Cmd cmd) {
    add_edge(in, s->from, to, (Origin){ s->edge, s->thread }, in->old->edges.at[s->edge].pos, cmd);
}

static void go(Interleaving *in, const Step *s, const Configuration *next, Cmd cmd) {
    uint32_t number = number_of(in, next); // may move the table
    go_to(in, s, in->loc_of.at[number], cmd);
}

static void not_modelled(Interleaving *in, const Step *s, const char *why) {
    go_to(in, s, in->p->stop, (Cmd){ .kind = CMD_UNMODELLED, .text = program_name(in->p, why) });
}

// A test that is no step of its own: what follows it is the step.
static Step test(Interleaving *in, const Step *s, Term condition) {
    Step after = *s;
    after.from = program_loc(in->p, in->func, in->old->edges.at[s->edge].pos);
    add_edge(in, s->from, after.from, (Origin){ 0 }, in->old->edges.at[s->edge].pos, cmd_assume(condition));
    return after;
}

static Cmd assign_or_skip(Interleaving *in, uint32_t n, const VarId vars[], const Term terms[]) {
    return n ? cmd_assign_n(in->p, n, vars, terms) : (Cmd){ .kind = CMD_SKIP };
}

// ---- calls ----
static void step_call(Interleaving *in, const Step *s) {
    const At *at = &s->c->at[s->thread];
    const Cmd *old = &in->old->edges.at[s->edge].cmd;
    const Function *f = &in->old->funcs.at[old->callee];
    Configuration next = *s->c;
    bool global = false;
    for (uint32_t i = 0; i < old->n_vars; i++)
        global |= !in->old->vars.at[old->vars[i]].func;
    if (!old->callee || !f->defined || global) {
        not_modelled(in, s, "a call among threads");
        return;
    }
    if (at->depth == MOST_CALLS) {
        in->failed = "recursion";
        return;
    }
    VecU32 params = { 0 };
    Cmd cmd = cmd_of(in, s->thread, at->depth, old);
    for (uint32_t i = 0; i < f->params.count; i++)
        vec_push(&params, var_of(in, s->thread, at->depth + 1, f->params.at[i]));
    next.at[s->thread].calls[next.at[s->thread].depth++] = s->edge;
    next.at[s->thread].loc = f->entry;
    go(in, s, &next, assign_or_skip(in, params.count, params.at, cmd.terms));
    vec_free(&params);
}

static void end_thread(Interleaving *in, const Step *s, Term result) {
    assert(s->c->at[s->thread].status == THREAD_RUNS);
    Configuration next = *s->c;
    next.at[s->thread] = (At){ .status = THREAD_ENDED };
    if (result.id)
        result = as_wide_as(in, result, in->p->pointer_bits);
    if (!result.id)
        result = term_bv(in->t, 0, in->p->pointer_bits);
    VarId var = result_of(in, s->thread);
    go(in, s, &next, cmd_assign(in->p, var, result));
}

static void step_return(Interleaving *in, const Step *s) {
    const At *at = &s->c->at[s->thread];
    Cmd cmd = cmd_of(in, s->thread, at->depth, &in->old->edges.at[s->edge].cmd);
    Configuration next = *s->c;
    At *now = &next.at[s->thread];
    if (!at->depth && !s->thread) { // the whole program ends
        go_to(in, s, in->p->funcs.at[in->func].exit, cmd);
    } else if (!at->depth) {
        end_thread(in, s, cmd.n ? cmd.terms[0] : (Term){ 0 });
    } else {
        const Edge *call = &in->old->edges.at[at->calls[at->depth - 1]];
        assert(call->cmd.kind == CMD_CALL);
        Cmd back = cmd_of(in, s->thread, at->depth - 1, &call->cmd);
        now->calls[--now->depth] = 0;
        now->loc = call->to;
        go(in, s, &next, assign_or_skip(in, back.n_vars, back.vars, cmd.terms));
    }
}

// ---- threads ----
static void step_create(Interleaving *in, const Step *s) {
    const At *at = &s->c->at[s->thread];
    Cmd cmd = cmd_of(in, s->thread, at->depth, &in->old->edges.at[s->edge].cmd);
    const Function *f = &in->old->funcs.at[cmd.callee];
    Configuration next = *s->c;
    VecU32 vars = { 0 };
    VecTerm terms = { 0 };
    uint32_t id = next.threads;
    if (id == MOST_THREADS) {
        in->failed = "threads";
        return;
    }
    if (!cmd.callee || !f->defined || !program_thread_fits(in->old, cmd.callee)) {
        not_modelled(in, s, cmd.callee && f->defined ? THREAD_OF_OTHER_TYPE : "a thread started through a pointer");
        return;
    }
    next.at[next.threads++] = (At){ .status = THREAD_RUNS, .loc = f->entry };
    next.at[s->thread].loc = in->old->edges.at[s->edge].to;
    if (cmd.var) {
        vec_push(&vars, cmd.var);
        vec_push(&terms, term_bv(in->t, id, sort_width(in->t, in->p->vars.at[cmd.var].sort)));
    }
    if (f->params.count) {
        VarId param = var_of(in, id, 0, f->params.at[0]);
        vec_push(&vars, param);
        vec_push(&terms, as_wide_as(in, cmd.b, sort_width(in->t, in->p->vars.at[param].sort)));
    }
    go(in, s, &next, assign_or_skip(in, vars.count, vars.at, terms.at));
    vec_free(&vars);
    vec_free(&terms);
}

static void step_join(Interleaving *in, const Step *s) {
    Cmd cmd = cmd_of(in, s->thread, s->c->at[s->thread].depth, &in->old->edges.at[s->edge].cmd);
    uint32_t width = sort_width(in->t, term_sort(in->t, cmd.a));
    for (uint32_t i = 0; i < s->c->threads; i++) {
        Term is = term_eq(in->t, cmd.a, term_bv(in->t, i, width));
        if (s->c->at[i].status != THREAD_ENDED || term_op(in->t, is) == OP_FALSE)
            continue; // it waits, or joins a thread twice, which ends the run
        Configuration next = *s->c;
        next.at[i].status = THREAD_JOINED;
        next.at[s->thread].loc = in->old->edges.at[s->edge].to;
        Step after = test(in, s, is);
        if (cmd.var)
            cmd = cmd_assign(
                in->p, cmd.var,
                as_wide_as(in, var_term(in->p, result_of(in, i)), sort_width(in->t, in->p->vars.at[cmd.var].sort)));
        else
            cmd = (Cmd){ .kind = CMD_SKIP };
        go(in, &after, &next, cmd);
        cmd = cmd_of(in, s->thread, s->c->at[s->thread].depth, &in->old->edges.at[s->edge].cmd);
    }
}

// ---- mutexes ----
// An address inside an object that is there in every run: other such terms are other addresses.
static bool is_place(const Program *p, Term a) {
    Terms *t = p->terms;
    uint64_t offset = 0;
    Term base = a;
    if (term_op(t, a) == OP_BV_ADD && term_arity(t, a) == 2) {
        bool first = term_is_const(t, term_arg(t, a, 0));
        base = term_arg(t, a, first ? 1 : 0);
        Term rest = term_arg(t, a, first ? 0 : 1);
        if (!term_is_const(t, rest))
            return false;
        offset = value_of_term(t, rest).lo;
    }
    VarId v = program_var_of(p, base);
    if (!v || p->vars.at[v].kind != VAR_ADDRESS)
        return false;
    const Object *o = &p->objects.at[p->vars.at[v].object];
    return o->kind == OBJ_GLOBAL && !o->thread_local && !o->external && offset < o->size;
}

static uint32_t holder(const Configuration *c, Term mutex) { // 1 + thread; 0: it is free
    for (uint32_t i = 0; i < c->held; i++)
        if (c->mutex[i] == mutex.id)
            return c->by[i] + 1;
    return 0;
}

static void take_mutex(Interleaving *in, Configuration *c, Term mutex, uint32_t thread) {
    assert(!holder(c, mutex));
    if (c->held == MOST_HELD) {
        in->failed = "mutexes";
        return;
    }
    uint32_t i = c->held++;
    for (; i > 0 && c->mutex[i - 1] > mutex.id; i--) {
        c->mutex[i] = c->mutex[i - 1];
        c->by[i] = c->by[i - 1];
    }
    assert(!i || c->mutex[i - 1] < mutex.id); // one order, so that equal configurations are equal bytes
    c->mutex[i] = mutex.id;
    c->by[i] = thread;
}

static void free_mutex(Configuration *c, Term mutex) {
    uint32_t i = 0;
    while (i < c->held && c->mutex[i] != mutex.id)
        i++;
    if (i == c->held)
        return;
    for (c->held--; i < c->held; i++) {
        c->mutex[i] = c->mutex[i + 1];
        c->by[i] = c->by[i + 1];
    }
    c->mutex[c->held] = c->by[c->held] = 0;
}

// What the command does to this mutex.
static void step_this_mutex(Interleaving *in, const Step *s, Term mutex) {
    const Edge *old = &in->old->edges.at[s->edge];
    Configuration next = *s->c;
    bool taken = holder(s->c, mutex) != 0;
    Cmd cmd = { .kind = CMD_SKIP };
    next.at[s->thread].loc = old->to;
    if (old->cmd.kind == CMD_MUTEX_LOCK && taken)
        return;
    if (old->cmd.kind == CMD_MUTEX_INIT || old->cmd.kind == CMD_MUTEX_UNLOCK)
        free_mutex(&next, mutex);
    else if (!taken)
        take_mutex(in, &next, mutex, s->thread);
    if (old->cmd.kind == CMD_MUTEX_TRYLOCK) {
        VarId var = var_of(in, s->thread, s->c->at[s->thread].depth, old->cmd.var);
        uint32_t width = sort_width(in->t, in->p->vars.at[var].sort);
        cmd = cmd_assign(in->p, var, term_bv(in->t, taken ? BUSY : 0, width));
    }
    go(in, s, &next, cmd);
}

static void step_mutex(Interleaving *in, const Step *s) {
    Cmd cmd = cmd_of(in, s->thread, s->c->at[s->thread].depth, &in->old->edges.at[s->edge].cmd);
    if (is_place(in->p, cmd.a)) {
        step_this_mutex(in, s, cmd.a);
        return;
    }
    Term others = term_true(in->t);
    for (uint32_t i = 0; i < in->mutexes.count; i++) {
        Term is = term_eq(in->t, cmd.a, in->mutexes.at[i]);
        Step after = test(in, s, is);
        others = term_and(in->t, others, term_not(in->t, is));
        step_this_mutex(in, &after, in->mutexes.at[i]);
    }
    Step after = test(in, s, others);
    not_modelled(in, &after, "a mutex whose address is not known");
}

// ---- steps ----
static void step_plain(Interleaving *in, const Step *s, Cmd cmd) {
    Configuration next = *s->c;
    LocId to = in->old->edges.at[s->edge].to;
    next.at[s->thread].loc = to;
    if (to == in->old->stop || to == in->old->error)
        go_to(in, s, to, cmd);
    else
        go(in, s, &next, cmd);
}

static void step_section(Interleaving *in, const Step *s, bool begins) {
    Configuration next = *s->c;
    At *now = &next.at[s->thread];
    now->atomic = begins ? now->atomic + 1 : now->atomic - (now->atomic > 0);
    now->loc = in->old->edges.at[s->edge].to;
    if (now->atomic > MOST_CALLS)
        in->failed = "recursion";
    else
        go(in, s, &next, (Cmd){ .kind = CMD_SKIP });
}

// ---- interrupts ----
static uint32_t top_level(const Configuration *c) {
    uint32_t top = 0;
    for (uint32_t i = 0; i < c->threads; i++)
        top = c->at[i].level > top ? c->at[i].level : top;
    return top;
}

static bool is_preempted(const Configuration *c, uint32_t thread) {
    return c->at[thread].level && c->at[thread].level < top_level(c);
}

static void step_interrupt(Interleaving *in, const Step *s, const Edge *old) {
    Configuration next = *s->c;
    At *now = &next.at[s->thread];
    now->loc = old->to;
    switch (old->cmd.interrupt) {
    case INTERRUPT_BEGIN:
        if (next.off)
            return;
        if (!now->level)
            now->level = top_level(s->c) + 1;
        break;
    case INTERRUPT_END:
        now->level = 0;
        break;
    case INTERRUPTS_OFF:
        next.off = 1;
        break;
    case INTERRUPTS_ON:
        next.off = 0;
        break;
    }
    go(in, s, &next, (Cmd){ .kind = CMD_SKIP });
}

static void take_edge(Interleaving *in, const Step *s) {
    assert(in->old->edges.at[s->edge].from == s->c->at[s->thread].loc);
    const Cmd *old = &in->old->edges.at[s->edge].cmd;
    uint32_t depth = s->c->at[s->thread].depth;
    switch (old->kind) {
    case CMD_CALL:
        step_call(in, s);
        return;
    case CMD_RETURN:
        step_return(in, s);
        return;
    case CMD_THREAD_CREATE:
        step_create(in, s);
        return;
    case CMD_THREAD_JOIN:
        step_join(in, s);
        return;
    case CMD_THREAD_EXIT:
        end_thread(in, s, cmd_of(in, s->thread, depth, old).a);
        return;
    case CMD_MUTEX_INIT:
    case CMD_MUTEX_LOCK:
    case CMD_MUTEX_TRYLOCK:
    case CMD_MUTEX_UNLOCK:
        step_mutex(in, s);
        return;
    case CMD_ATOMIC_BEGIN:
    case CMD_ATOMIC_END:
        step_section(in, s, old->kind == CMD_ATOMIC_BEGIN);
        return;
    case CMD_INTERRUPT:
        step_interrupt(in, s, &in->old->edges.at[s->edge]);
        return;
    case CMD_STACK_SAVE: // the stacks of threads are not one
        step_plain(in, s,
                   cmd_assign(in->p, var_of(in, s->thread, depth, old->var), term_bv(in->t, 0, in->p->pointer_bits)));
        return;
    case CMD_STACK_RESTORE:
    case CMD_ACCESS: // add_races looks at them
        step_plain(in, s, (Cmd){ .kind = CMD_SKIP });
        return;
    default:
        step_plain(in, s, cmd_of(in, s->thread, depth, old));
        return;
    }
}

// ---- who steps ----
static bool can_join(const Interleaving *in, const Configuration *c, EdgeId e) {
    Term id = in->old->edges.at[e].cmd.a;
    for (uint32_t i = 0; i < c->threads; i++)
        if (c->at[i].status == THREAD_ENDED && (!term_is_const(in->t, id) || value_of_term(in->t, id).lo == i))
            return true;
    return false;
}

static bool can_step(const Interleaving *in, const Configuration *c, uint32_t thread) {
    const At *at = &c->at[thread];
    EdgeId e = at->status == THREAD_RUNS ? in->old->locs.at[at->loc].first_out : 0;
    if (!e || is_preempted(c, thread))
        return false;
    const Cmd *cmd = &in->old->edges.at[e].cmd;
    if (cmd->kind == CMD_THREAD_JOIN)
        return can_join(in, c, e);
    if (cmd->kind == CMD_INTERRUPT && cmd->interrupt == INTERRUPT_BEGIN)
        return !c->off;
    return cmd->kind != CMD_MUTEX_LOCK || !is_place(in->old, cmd->a) || !holder(c, cmd->a);
}

// May 'other' still touch what the next step of 'thread' touches?
static bool meets(const Interleaving *in, const Configuration *c, uint32_t thread, uint32_t other) {
    const At *at = &c->at[other];
    if (other == thread || at->status != THREAD_RUNS)
        return false;
    bool met = future_meets(in->future, c->at[thread].loc, at->loc);
    for (uint32_t i = 0; i < at->depth; i++)
        met |= future_meets(in->future, c->at[thread].loc, in->old->edges.at[at->calls[i]].to);
    return met;
}

// Is it enough to look at the step of this thread?
static bool is_persistent(const Interleaving *in, const Configuration *c, uint32_t thread) {
    const At *at = &c->at[thread];
    if (at->status != THREAD_RUNS || is_preempted(c, thread) || !future_is_free(in->future, at->loc))
        return false;
    EdgeId e = in->old->locs.at[at->loc].first_out;
    if (in->old->edges.at[e].cmd.kind == CMD_RETURN && !thread && !at->depth)
        return false; // ends the run
    for (uint32_t i = 0; i < c->threads; i++)
        if (meets(in, c, thread, i))
            return false;
    return true;
}

// One step that is enough here, whatever the others do: that of a marked access right behind its mark, or a persistent
// one.
static bool steps_early(const Interleaving *in, const Configuration *c, uint32_t *who) {
    for (uint32_t i = 0; i < c->threads; i++)
        if (c->at[i].status == THREAD_RUNS && !is_preempted(c, i) && future_is_bound(in->future, c->at[i].loc)) {
            *who = i;
            return true;
        }
    for (uint32_t i = 0; i < c->threads; i++)
        if (is_persistent(in, c, i)) {
            *who = i;
            return true;
        }
    return false;
}

static bool in_section(const Configuration *c, uint32_t *who) {
    for (uint32_t i = 0; i < c->threads; i++)
        if (c->at[i].atomic) {
            *who = i;
            return true;
        }
    return false;
}

// The threads whose steps are looked at.
static uint32_t who_steps(const Interleaving *in, const Configuration *c, uint32_t out[]) {
    uint32_t n = 0;
    if (in_section(c, &out[0]))
        return can_step(in, c, out[0]);
    if (steps_early(in, c, &out[0]))
        return 1;
    for (uint32_t i = 0; i < c->threads; i++)
        if (can_step(in, c, i))
            out[n++] = i;
    return n;
}

static void step_thread(Interleaving *in, const Configuration *c, uint32_t thread, LocId from) {
    in->p->locs.at[from].pos = in->old->locs.at[c->at[thread].loc].pos;
    for_out_edges(in->old, c->at[thread].loc, e) take_edge(in, &(Step){ c, thread, e, from });
}

// ---- data races ----
// The marked access that the thread stands before; 0: none.
static EdgeId mark_of(const Interleaving *in, const Configuration *c, uint32_t thread) {
    const At *at = &c->at[thread];
    EdgeId e = at->status == THREAD_RUNS ? in->old->locs.at[at->loc].first_out : 0;
    return e && in->old->edges.at[e].cmd.kind == CMD_ACCESS ? e : 0;
}

// When the accesses that the two threads stand before are a race: false where one does not stand before any.
static Term race_condition(Interleaving *in, const Configuration *c, uint32_t i, uint32_t k) {
    EdgeId e = mark_of(in, c, i), f = mark_of(in, c, k);
    if (!e || !f)
        return term_false(in->t);
    const Cmd *one = &in->old->edges.at[e].cmd, *other = &in->old->edges.at[f].cmd;
    bool atomic = one->atomic || c->at[i].atomic, other_atomic = other->atomic || c->at[k].atomic;
    if ((!one->write && !other->write) || (atomic && other_atomic))
        return term_false(in->t);
    Cmd a = cmd_of(in, i, c->at[i].depth, one), b = cmd_of(in, k, c->at[k].depth, other);
    return access_overlap(in->p, &a, &b);
}

// From 'at': the two threads race if the condition holds.  Returns where the run goes on if not.
static LocId add_race(Interleaving *in, const Configuration *c, uint32_t i, uint32_t k, Term condition, LocId at) {
    Origin first = { mark_of(in, c, i), i }, second = { mark_of(in, c, k), k };
    SrcPos pos = in->old->edges.at[first.edge].pos;
    GoalId goal = in->old->edges.at[second.edge].cmd.goal;
    LocId race = program_loc(in->p, in->func, pos), last = program_loc(in->p, in->func, pos),
          on = program_loc(in->p, in->func, pos);
    add_edge(in, at, race, (Origin){ 0 }, pos, cmd_assume(condition));
    add_edge(in, at, on, (Origin){ 0 }, pos, cmd_assume(term_not(in->t, condition)));
    if (in->old->races_meet)
        first = (Origin){ 0 }; // it only stands there
    add_edge(in, race, last, first, pos, (Cmd){ .kind = CMD_SKIP });
    add_edge(in, last, in->p->error, second, in->old->edges.at[second.edge].pos, cmd_error(goal));
    return on;
}

// All races between threads that stand before accesses; where one is in an atomic section only those with it, as the
// others were seen when it began.
static LocId add_races(Interleaving *in, const Configuration *c, LocId at) {
    uint32_t inside = 0, early;
    bool section = in_section(c, &inside);
    if (!section && steps_early(in, c, &early))
        return at;
    for (uint32_t i = 0; i < c->threads; i++)
        for (uint32_t k = i + 1; k < c->threads; k++) {
            if ((section && i != inside && k != inside) || (is_preempted(c, i) && is_preempted(c, k)))
                continue;
            Term condition = race_condition(in, c, i, k);
            if (term_op(in->t, condition) == OP_FALSE)
                continue;
            bool swap = in->old->races_meet ? is_preempted(c, k) || (section && i == inside) : section && k == inside;
            at = add_race(in, c, swap ? k : i, swap ? i : k, condition, at);
        }
    return at;
}

// ---- deadlocks ----
// When the thread waits for a mutex that is held or a thread that has not ended.
static Term waiting(Interleaving *in, const Configuration *c, uint32_t thread) {
    EdgeId e = in->old->locs.at[c->at[thread].loc].first_out;
    Term any = term_false(in->t);
    if (!e || !cmd_has_goal(&in->old->edges.at[e].cmd))
        return any;
    Cmd cmd = cmd_of(in, thread, c->at[thread].depth, &in->old->edges.at[e].cmd);
    if (cmd.kind == CMD_MUTEX_LOCK && is_place(in->p, cmd.a))
        return term_bool(in->t, holder(c, cmd.a) != 0);
    for (uint32_t i = 0; cmd.kind == CMD_MUTEX_LOCK && i < c->held; i++)
        any = term_or(in->t, any, term_eq(in->t, cmd.a, (Term){ c->mutex[i] }));
    for (uint32_t i = 0; cmd.kind == CMD_THREAD_JOIN && i < c->threads; i++)
        if (c->at[i].status == THREAD_RUNS)
            any = term_or(in->t, any,
                          term_eq(in->t, cmd.a, term_bv(in->t, i, sort_width(in->t, term_sort(in->t, cmd.a)))));
    return any;
}

// From 'at': an error if all threads that have not ended wait, of which there are some.  Returns where the run goes on
// if not.
static LocId add_deadlock(Interleaving *in, const Configuration *c, LocId at) {
    Term all = term_true(in->t);
    EdgeId e = 0;
    for (uint32_t i = 0; i < c->threads; i++) {
        if (c->at[i].status != THREAD_RUNS)
            continue;
        all = term_and(in->t, all, waiting(in, c, i));
        e = e ? e : in->old->locs.at[c->at[i].loc].first_out;
    }
    if (!e || term_op(in->t, all) == OP_FALSE)
        return at;
    const Edge *wait = &in->old->edges.at[e];
    LocId bad = program_loc(in->p, in->func, wait->pos), on = program_loc(in->p, in->func, wait->pos);
    add_edge(in, at, bad, (Origin){ 0 }, wait->pos, cmd_assume(all));
    add_edge(in, at, on, (Origin){ 0 }, wait->pos, cmd_assume(term_not(in->t, all)));
    add_edge(in, bad, in->p->error, (Origin){ 0 }, wait->pos, cmd_error(wait->cmd.goal));
    return on;
}

static void expand(Interleaving *in, uint32_t i) {
    Configuration c = in->configurations.at[i];
    LocId configuration = in->loc_of.at[i], here = add_races(in, &c, configuration);
    here = add_deadlock(in, &c, here);
    uint32_t who[MOST_THREADS], n = who_steps(in, &c, who);
    if (n == 1) {
        in->p->locs.at[configuration].cut = future_is_head(in->future, c.at[who[0]].loc);
        step_thread(in, &c, who[0], here);
    }
    if (n < 2)
        return;
    in->p->locs.at[configuration].cut = true;
    LocId chosen = program_loc(in->p, in->func, (SrcPos){ 0 });
    add_edge(in, here, chosen, (Origin){ 0 }, (SrcPos){ 0 },
             (Cmd){ .kind = CMD_INPUT,
                    .var = in->choice,
                    .input = INPUT_NONDET,
                    .text = program_name(in->p, INTERLEAVE_CHOICE) });
    Term choice = var_term(in->p, in->choice);
    for (uint32_t k = 0; k < n; k++) {
        LocId from = program_loc(in->p, in->func, (SrcPos){ 0 });
        add_edge(in, chosen, from, (Origin){ 0 }, (SrcPos){ 0 },
                 cmd_assume(term_eq(in->t, choice, term_bv(in->t, who[k], CHOICE_BITS))));
        step_thread(in, &c, who[k], from);
    }
}

// ---- the whole ----
static bool is_mutex_command(const Cmd *cmd) {
    return cmd->kind == CMD_MUTEX_INIT || cmd->kind == CMD_MUTEX_LOCK || cmd->kind == CMD_MUTEX_TRYLOCK ||
           cmd->kind == CMD_MUTEX_UNLOCK;
}

static void find_mutexes(Interleaving *in) {
    const Program *p = in->old;
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        bool known = !p->edges.at[e].from || !is_mutex_command(cmd) || !is_place(p, cmd->a);
        for (uint32_t i = 0; i < in->mutexes.count && !known; i++)
            known = term_same(in->mutexes.at[i], cmd->a);
        if (!known)
            vec_push(&in->mutexes, cmd->a);
    }
}

static void make_function(Interleaving *in) {
    const Function *main = &in->old->funcs.at[in->old->entry];
    in->func = program_func(in->p, "all threads");
    Function *f = &in->p->funcs.at[in->func];
    f->defined = true;
    f->pos = main->pos;
    for (uint32_t i = 0; i < main->results.count; i++)
        vec_push(&f->results, main->results.at[i]);
    for (uint32_t i = 0; i < main->params.count; i++) {
        VarId param = new_var(in, 0, main->params.at[i], VAR_PARAM);
        vec_push(&in->p->funcs.at[in->func].params, param);
        map_put(&in->vars, main->params.at[i], param); // of thread 0, depth 0
    }
    in->choice = program_var(in->p, in->func, "thread", sort_bv(in->t, CHOICE_BITS), VAR_LOCAL);
    in->p->entry = in->func;
}

// Only the product is left of the code.
static void drop_functions(Interleaving *in) {
    for (LocId loc = 1; loc < in->old->locs.count; loc++)
        loc_delete_out(in->p, loc);
    in->p->bindings.count = in->p->bindings.count > 1 ? 1 : in->p->bindings.count;
    for (uint32_t i = 1; i < in->p->loops.count; i++)
        in->p->loops.at[i].loc = 0;
}

Interleaving *interleave(const Program *p, uint32_t budget, Reason *why) {
    assert(p->split && p->entry && budget);
    Interleaving *in = base_alloc(sizeof *in);
    *in = (Interleaving){ .old = p, .p = program_copy(p), .t = p->terms, .budget = budget, .future = future_new(p) };
    layout_keep(in->p); // what is made once stays so
    in->p->stacks_joined = true;
    drop_functions(in);
    find_mutexes(in);
    make_function(in);
    Configuration start = { .threads = 1 };
    start.at[0] = (At){ .status = THREAD_RUNS, .loc = p->funcs.at[p->entry].entry };
    number_of(in, &start);
    add_edge(in, in->p->funcs.at[in->func].entry, in->loc_of.at[0], (Origin){ 0 }, (SrcPos){ 0 },
             (Cmd){ .kind = CMD_SKIP });
    for (uint32_t i = 0; i < in->configurations.count && !in->failed; i++)
        expand(in, i);
    assert(in->loc_of.count == in->configurations.count);
    if (!in->failed) {
#ifndef NDEBUG
        program_check(in->p);
#endif
        return in;
    }
    reason_set(why, "%s", in->failed);
    interleaving_free(in);
    return NULL;
}

void interleaving_free(Interleaving *in) {
    if (!in)
        return;
    for (uint32_t i = 0; i < MOST_THREADS; i++)
        for (uint32_t k = 0; k <= MOST_CALLS; k++)
            map_free(&in->renamed[i][k]);
    vec_free(&in->configurations);
    vec_free(&in->loc_of);
    vec_free(&in->origin);
    vec_free(&in->mutexes);
    map_free(&in->found);
    map_free(&in->vars);
    map_free(&in->objects);
    future_free(in->future);
    program_free(in->p);
    free(in);
}

const Program *interleaving_original(const Interleaving *in) {
    return in->old;
}

Program *interleaving_program(const Interleaving *in) {
    assert(in->p && in->p->entry == in->func);
    return in->p;
}

EdgeId interleaving_step(const Interleaving *in, EdgeId e, uint32_t *thread) {
    if (e >= in->origin.count)
        return 0;
    *thread = in->origin.at[e].thread;
    assert(in->origin.at[e].edge < in->old->edges.count);
    return in->origin.at[e].edge;
}

uint32_t interleaving_configurations(const Interleaving *in) {
    return in->configurations.count;
}

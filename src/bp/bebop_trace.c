// bebop_trace.c - a run to the error, read off the rings
//
// Backwards: a state that was new at a statement when it was looked at came by a step from one that was looked at
// before, most likely just before.  Behind a call that is a state at the call, and a pair at the callee's exit: the
// callee is walked back first, and what is to be walked afterwards waits.  Stamps fall all the time, so it ends also
// where summaries use themselves.
#include "bp/bebop_inside.h"

typedef struct Where {
    uint32_t proc, stmt; // stmt may be the exit
    uint64_t stamp;
    int8_t *e, *s; // by variable: at the entry, now; at the exit the results follow the globals
} Where;

typedef struct Walk {
    Bebop *b;
    Arena *arena;
    VEC(Where) waiting; // at calls, with the callee being walked
    Where at;
    BpTrace *out;
} Walk;

static int8_t *new_state(Walk *w) {
    int8_t *s = arena_alloc(w->arena, w->b->most_variables + 1);
    memset(s, -1, w->b->most_variables + 1);
    return s;
}

// ---- states as functions ----
static Bf with(Walk *w, Bf f, uint32_t place, int8_t value) {
    Bfs *bfs = w->b->bfs;
    if (value < 0)
        return f;
    Bf x = bf_var(bfs, place);
    return bf_and(bfs, f, value ? x : bf_not(bfs, x));
}

static Bf with_entry(Walk *w, Bf f, const Where *at) {
    uint32_t n = w->b->globals + w->b->p->procs.at[at->proc].formals;
    for (uint32_t i = 0; i < n; i++)
        f = with(w, f, bebop_place(w->b, i, ENTRY), at->e[i]);
    return f;
}

static void take(Walk *w, const int8_t cube[], Copy copy, uint32_t n, int8_t out[]) {
    for (uint32_t i = 0; i < n; i++)
        out[i] = cube[bebop_place(w->b, i, copy)];
}

// A pair among these, if there is one.
static bool pick(Walk *w, Bf f, uint32_t proc, Where *out, int8_t *cube) {
    if (!bf_pick(w->b->bfs, f, w->b->stats.variables, cube))
        return false;
    for (uint32_t i = 0; i < w->b->stats.variables; i++)
        cube[i] = cube[i] > 0; // where either will do: 0, here and from now on
    const BpProc *of = &w->b->p->procs.at[proc];
    out->proc = proc;
    out->e = new_state(w);
    out->s = new_state(w);
    take(w, cube, ENTRY, w->b->globals + of->formals, out->e);
    take(w, cube, NOW, bp_variables(w->b->p, of), out->s);
    return true;
}

// ---- predecessors ----
static bool assigns(const BpStmt *s, uint32_t variable, uint32_t *which) {
    for (uint32_t i = 0; i < s->vars.count; i++)
        if (s->vars.at[i] == variable) {
            *which = i;
            return true;
        }
    return false;
}

static bool is_dead(Walk *w, const Vertex *v, uint32_t variable) {
    Bfs *bfs = w->b->bfs;
    return variable >= w->b->globals &&
           bf_same(bf_exists(bfs, v->dead, bf_var(bfs, bebop_place(w->b, variable, NOW))), v->dead) == false;
}

// What must be so before the step of 's' for the state 'at' to come of it; over the relation of the step.
static Bf with_state(Walk *w, Bf f, const BpStmt *s, const Where *at) {
    Bebop *b = w->b;
    const Activity *a = &b->procs[at->proc];
    uint32_t n = bp_variables(b->p, &b->p->procs.at[at->proc]), k;
    if (at->stmt == a->exit) {
        for (uint32_t i = 0; i < b->globals; i++)
            f = with(w, f, bebop_place(b, i, NOW), at->s[i]);
        for (uint32_t i = 0; i < b->p->procs.at[at->proc].results; i++)
            f = with(w, f, bebop_place(b, b->globals + i, RESULT), at->s[b->globals + i]);
        return f;
    }
    for (uint32_t i = 0; i < n; i++) {
        bool call = s->kind == BP_CALL;
        if (at->s[i] < 0 || is_dead(w, &a->at[at->stmt], i))
            continue;
        if (s->kind == BP_DEAD && assigns(s, i, &k))
            continue;
        if (call && assigns(s, i, &k))
            f = with(w, f, bebop_place(b, b->globals + k, RESULT), at->s[i]);
        else
            f = with(w, f, bebop_place(b, i, assigns(s, i, &k) || (call && i < b->globals) ? NEXT : NOW), at->s[i]);
    }
    return f;
}

// The walk goes on at the callee's exit, in the ring of that stamp; 'cube' has entry and exit in terms of the call.
static void enter_backwards(Walk *w, const Where *call, uint32_t callee, uint64_t stamp, const int8_t cube[]) {
    Bebop *b = w->b;
    const BpProc *proc = &b->p->procs.at[callee];
    assert(b->p->procs.at[call->proc].stmts.at[call->stmt].proc == callee);
    Where in = { .proc = callee, .stmt = b->procs[callee].exit, .e = new_state(w), .s = new_state(w) };
    take(w, cube, NOW, b->globals, in.e);
    take(w, cube, NEXT, b->globals, in.s);
    for (uint32_t i = 0; i < proc->formals; i++)
        in.e[b->globals + i] = cube[bebop_place(b, b->globals + i, ARGUMENT)];
    for (uint32_t i = 0; i < proc->results; i++)
        in.s[b->globals + i] = cube[bebop_place(b, b->globals + i, RESULT)];
    in.stamp = stamp;
    vec_push(&w->waiting, *call);
    w->at = in;
}

// To the newest state at 'stmt' that is older than where the walk is, and in 'want'.
static bool step_back_within(Walk *w, uint32_t stmt, Bf want, int8_t *cube) {
    Where to = w->at, from = { 0 };
    const Vertex *v = &w->b->procs[to.proc].at[stmt];
    for (uint32_t i = v->rings.count; i-- > 0;) {
        if (v->rings.at[i].stamp >= to.stamp ||
            !pick(w, bf_and(w->b->bfs, want, v->rings.at[i].part), to.proc, &from, cube))
            continue;
        from.stmt = stmt;
        from.stamp = v->rings.at[i].stamp;
        w->at = from;
        return true;
    }
    return false;
}

static bool step_back_to(Walk *w, uint32_t stmt) {
    Bebop *b = w->b;
    Where to = w->at;
    const BpStmt *s = &b->p->procs.at[to.proc].stmts.at[stmt];
    const Vertex *v = &b->procs[to.proc].at[stmt];
    if (!v->rings.count)
        return false;
    int8_t *cube = arena_alloc(w->arena, b->stats.variables + 1);
    Bf want = with_entry(w, with_state(w, v->relation, s, &to), &to);
    if (s->kind != BP_CALL)
        return step_back_within(w, stmt, want, cube);
    const Vertex *exit = &b->procs[s->proc].at[b->procs[s->proc].exit];
    for (uint32_t i = exit->rings.count; i-- > 0;) {
        uint64_t stamp = exit->rings.at[i].stamp;
        if (stamp >= to.stamp)
            continue;
        Bf through = bf_and(b->bfs, want, bf_renamed(b->bfs, exit->rings.at[i].part, b->to_summary));
        if (!step_back_within(w, stmt, through, cube))
            continue;
        Where call = w->at;
        enter_backwards(w, &call, s->proc, stamp, cube);
        return true;
    }
    return false;
}

// To a call of the procedure whose entry the walk has come to.
static void step_back_to_caller(Walk *w) {
    Bebop *b = w->b;
    Where to = w->at, from = { 0 };
    const Activity *a = &b->procs[to.proc];
    int8_t *cube = arena_alloc(w->arena, b->stats.variables + 1);
    for (uint32_t k = 0; k < a->sites.count; k++) {
        Site site = a->sites.at[k];
        const Vertex *v = &b->procs[site.proc].at[site.stmt];
        if (!v->rings.count)
            continue;
        Bf want = v->relation;
        for (uint32_t i = 0; i < b->globals; i++)
            want = with(w, want, bebop_place(b, i, NOW), to.e[i]);
        for (uint32_t i = 0; i < b->p->procs.at[to.proc].formals; i++)
            want = with(w, want, bebop_place(b, b->globals + i, ARGUMENT), to.e[b->globals + i]);
        for (uint32_t i = v->rings.count; i-- > 0;) {
            if (v->rings.at[i].stamp >= to.stamp ||
                !pick(w, bf_and(b->bfs, want, v->rings.at[i].part), site.proc, &from, cube))
                continue;
            from.stmt = site.stmt;
            from.stamp = v->rings.at[i].stamp;
            w->at = from;
            return;
        }
    }
    bug("bebop: a procedure that nobody has called");
}

static void find_preds(Bebop *b, uint32_t proc) {
    Activity *a = &b->procs[proc];
    const BpProc *of = &b->p->procs.at[proc];
    if (a->preds)
        return;
    a->preds = base_alloc((of->stmts.count + 1) * sizeof *a->preds);
    for (uint32_t s = 0; s < of->stmts.count; s++) {
        for (uint32_t i = 0; i < of->stmts.at[s].next.count; i++)
            vec_push(&a->preds[of->stmts.at[s].next.at[i]], s);
        if (of->stmts.at[s].kind == BP_RETURN)
            vec_push(&a->preds[a->exit], s);
    }
}

static void record(Walk *w) {
    const BpProc *proc = &w->b->p->procs.at[w->at.proc];
    BpStep step = { .proc = w->at.proc, .stmt = w->at.stmt, .values = w->at.s };
    step.line = proc->stmts.at[w->at.stmt].line;
    vec_push(w->out, step);
}

// False: the walk is at the start of main.
static bool step_back(Walk *w) {
    Bebop *b = w->b;
    uint64_t stamp = w->at.stamp;
    (void)stamp; // for the assert
    if (w->at.stmt) {
        find_preds(b, w->at.proc);
        const VecU32 *preds = &b->procs[w->at.proc].preds[w->at.stmt];
        for (uint32_t i = 0; i < preds->count; i++)
            if (step_back_to(w, preds->at[i])) {
                assert(w->at.stamp < stamp);
                if (w->at.stmt != b->procs[w->at.proc].exit)
                    record(w);
                return true;
            }
        bug("bebop: a state that came from nowhere");
    }
    if (w->waiting.count)
        w->at = vec_pop(&w->waiting);
    else if (w->at.proc == b->p->main)
        return false;
    else
        step_back_to_caller(w);
    record(w);
    return true;
}

static void reverse(BpTrace *t) {
    for (uint32_t i = 0; i < t->count / 2; i++) {
        BpStep s = t->at[i];
        t->at[i] = t->at[t->count - 1 - i];
        t->at[t->count - 1 - i] = s;
    }
}

// Forwards: how many calls there are around each step.
static void count_depths(const BpProgram *p, BpTrace *t) {
    uint32_t depth = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const BpStmt *s = &p->procs.at[t->at[i].proc].stmts.at[t->at[i].stmt];
        assert(depth || s->kind != BP_RETURN || i + 1 == t->count);
        t->at[i].depth = depth;
        depth += s->kind == BP_CALL;
        depth -= s->kind == BP_RETURN && depth;
    }
}

void bebop_trace(Bebop *b, Arena *arena, BpTrace *out) {
    assert(b->error_states.id && !out->count);
    Walk w = { .b = b, .arena = arena, .out = out };
    int8_t *cube = arena_alloc(arena, b->stats.variables + 1);
    const Vertex *v = &b->procs[b->error.proc].at[b->error.stmt];
    if (!pick(&w, b->error_states, b->error.proc, &w.at, cube))
        bug("bebop: an error without state");
    w.at.stmt = b->error.stmt;
    w.at.stamp = vec_last(&v->rings).stamp;
    record(&w);
    for (bool more = true; more;) {
        BfMark mark = bf_mark(b->bfs);
        more = step_back(&w);
        bf_release(b->bfs, mark, (Bf){ 0 });
    }
    reverse(out);
    count_depths(b->p, out);
    assert(out->at[0].proc == b->p->main && !out->at[0].stmt);
    assert(vec_last(out).proc == b->error.proc && vec_last(out).stmt == b->error.stmt && !w.waiting.count);
    vec_free(&w.waiting);
}

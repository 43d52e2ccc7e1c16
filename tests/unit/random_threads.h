// random_threads.h - for tests: random programs of two or three threads over shared variables, a mutex and a cell
#ifndef RANDOM_THREADS_H
#define RANDOM_THREADS_H
#include "build_program.h"

enum { GLOBALS = 4 };

typedef struct Gen {
    Build b;
    uint64_t state;
    VarId global[GLOBALS], local[2];
    Term mutex, cell;
    FuncId thread, called;
    bool rich; // with what the last statements of 'more' do
} Gen;

static uint32_t pick(Gen *g, uint32_t n) {
    return (uint32_t)(random_next(&g->state) >> 33) % n;
}

static Term value(Gen *g) {
    VarId v = pick(g, 3) ? g->global[pick(g, GLOBALS)] : g->local[pick(g, 2)];
    switch (pick(g, 3)) {
    case 0:
        return num(&g->b, pick(g, 3));
    case 1:
        return val(&g->b, v);
    default:
        return add(&g->b, val(&g->b, v), num(&g->b, 1));
    }
}

static Term condition(Gen *g) {
    return term_2(g->b.t, OP_EQ, value(g), value(g));
}

static void assign(Gen *g) {
    VarId v = pick(g, 4) ? g->global[pick(g, GLOBALS)] : g->local[pick(g, 2)];
    set(&g->b, v, value(g));
}

static void error_if(Gen *g) {
    LocId otherwise = place(&g->b);
    branch(&g->b, condition(g), otherwise);
    stop(&g->b, CMD_ERROR, (Term){ 0 }, "error");
    g->b.at = otherwise;
}

static void statement(Gen *g, uint32_t depth);

static void if_then(Gen *g, uint32_t depth) {
    LocId otherwise = place(&g->b);
    branch(&g->b, condition(g), otherwise);
    for (uint32_t n = pick(g, 3); n; n--)
        statement(g, depth - 1);
    edge(&g->b, otherwise, (Cmd){ .kind = CMD_SKIP });
    g->b.at = otherwise;
}

static void guarded(Gen *g, CmdKind begin_kind, CmdKind end_kind, Term mutex) {
    simple(&g->b, begin_kind, mutex);
    assign(g);
    if (pick(g, 2))
        assign(g);
    simple(&g->b, end_kind, mutex);
}

static void around(Gen *g, uint32_t depth) { // at most twice, and for ever where the counter is changed
    LocId head = place(&g->b), out = place(&g->b);
    VarId i = local(&g->b, "i");
    set(&g->b, i, num(&g->b, 0));
    edge(&g->b, head, (Cmd){ .kind = CMD_SKIP });
    g->b.at = head;
    branch(&g->b, term_2(g->b.t, OP_BV_ULT, val(&g->b, i), num(&g->b, 2)), out);
    statement(g, depth - 1);
    set(&g->b, i, add(&g->b, val(&g->b, i), num(&g->b, 1)));
    edge(&g->b, head, (Cmd){ .kind = CMD_SKIP });
    g->b.at = out;
}

static void end_if(Gen *g, CmdKind kind) {
    LocId otherwise = place(&g->b);
    branch(&g->b, condition(g), otherwise);
    stop(&g->b, kind, kind == CMD_ABORT ? (Term){ 0 } : adr(&g->b, 3), "end");
    g->b.at = otherwise;
}

static void more(Gen *g, uint32_t depth) {
    switch (pick(g, depth ? 7 : 5)) {
    case 0:
        put(&g->b, cmd_assume(condition(g)));
        break;
    case 1:
        end_if(g, pick(g, 2) ? CMD_ABORT : CMD_THREAD_EXIT);
        break;
    case 2:
        put(&g->b, (Cmd){ .kind = CMD_MUTEX_TRYLOCK, .var = g->local[pick(g, 2)], .a = g->mutex });
        break;
    case 3:
        simple(&g->b, CMD_MUTEX_UNLOCK, g->mutex);
        break;
    case 4:
        if (g->called && g->b.f != g->called) {
            Term argument = value(g);
            VarId result = g->local[pick(g, 2)];
            Cmd call = cmd_assign_n(g->b.p, 1, &result, &argument);
            call.kind = CMD_CALL;
            call.callee = g->called;
            put(&g->b, call);
        }
        break;
    default:
        around(g, depth);
    }
}

static void statement(Gen *g, uint32_t depth) {
    if (g->rich && pick(g, 4) == 0) {
        more(g, depth);
        return;
    }
    switch (pick(g, depth ? 10 : 8)) {
    case 0:
        guarded(g, CMD_MUTEX_LOCK, CMD_MUTEX_UNLOCK, g->mutex);
        break;
    case 1:
        guarded(g, CMD_ATOMIC_BEGIN, CMD_ATOMIC_END, (Term){ 0 });
        break;
    case 2:
        error_if(g);
        break;
    case 3:
        store(&g->b, g->cell, value(g), 4);
        break;
    case 4:
        load(&g->b, g->local[pick(g, 2)], g->cell, 4);
        break;
    case 5:
        if (pick(g, 3) == 0) {
            input(&g->b, g->local[pick(g, 2)], "nondet_int");
            break;
        } // fall through
    case 6:
    case 7:
        assign(g);
        break;
    default:
        if_then(g, depth);
    }
}

static void body(Gen *g, uint32_t n) {
    g->local[0] = local(&g->b, "x");
    g->local[1] = local(&g->b, "y");
    set(&g->b, g->local[0], num(&g->b, 0));
    set(&g->b, g->local[1], num(&g->b, 1));
    for (; n; n--)
        statement(g, 1);
}

static void make_called(Gen *g) {
    func(&g->b, "called", 1);
    g->called = g->b.f;
    VarId x = program_var(g->b.p, g->b.f, "x", bv(&g->b, 32), VAR_PARAM);
    vec_push(&g->b.p->funcs.at[g->b.f].params, x);
    g->local[0] = x;
    g->local[1] = local(&g->b, "y");
    set(&g->b, g->local[1], num(&g->b, 1));
    statement(g, 1);
    ret(&g->b, value(g));
}

static inline Program *random_threads(uint64_t seed, bool rich) {
    Gen g = { .b = begin(), .state = seed, .rich = rich };
    FuncId entry = g.b.f;
    LocId at = g.b.at;
    ObjId object;
    g.mutex = global(&g.b, "mutex", 8, &object);
    g.cell = global(&g.b, "cell", 4, &object);
    for (uint32_t i = 0; i < GLOBALS; i++)
        g.global[i] = program_var(g.b.p, 0, "g", bv(&g.b, 32), VAR_GLOBAL);
    if (rich)
        make_called(&g);
    func(&g.b, "thread", 1);
    g.thread = g.b.f;
    body(&g, 2 + pick(&g, 3));
    ret(&g.b, value(&g));
    g.b.f = entry;
    g.b.at = at;
    VarId id = local_of(&g.b, "id", word(&g.b)), result = local(&g.b, "result");
    if (pick(&g, 2)) {
        g.local[0] = g.local[1] = result; // before the thread is there
        set(&g.b, result, num(&g.b, 2));
        error_if(&g);
    }
    put(&g.b, (Cmd){ .kind = CMD_THREAD_CREATE, .var = id, .callee = g.thread, .b = adr(&g.b, 0) });
    if (rich && pick(&g, 3) == 0)
        put(&g.b, (Cmd){ .kind = CMD_THREAD_CREATE, .callee = g.thread, .b = adr(&g.b, 0) });
    body(&g, 2 + pick(&g, 3));
    if (pick(&g, 3))
        put(&g.b, (Cmd){ .kind = CMD_THREAD_JOIN, .var = result, .a = val(&g.b, id) });
    g.local[0] = result;
    if (pick(&g, 2))
        error_if(&g);
    ret(&g.b, num(&g.b, 0));
    program_check(g.b.p);
    return g.b.p;
}
#endif

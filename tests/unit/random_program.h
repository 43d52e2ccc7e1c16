// random_program.h - programs for tests of passes: small, terminating, mostly in SSA
//
// The same seed gives the same program, so a test builds it twice, changes one
// copy and compares how both run.  A program has global arrays, functions
// that call earlier ones (directly and by address), stack and heap objects,
// branches, bounded loops, inputs, and ends of all kinds.  Indices may be out of bounds.
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H
#include "program/run/interpret.h"

typedef struct RandomShape {
    uint32_t functions, statements, depth;
    bool blocks;    // COPY, SET, HAVOC
    bool in_bounds; // all accesses are to live memory
} RandomShape;

enum { C_VARS = 4, ARRAYS = 2, ARRAY_BYTES = 16 };

typedef struct Gen {
    Program *p;
    Terms *t;
    uint64_t state;
    RandomShape shape;
    FuncId func;
    LocId at;          // 0: this point is never reached
    Term env[C_VARS];  // the current value of each C variable, 32 bits
    Term stack_object; // address, or none
    ObjId array[ARRAYS];
    VarId global[2], mutable; // variables that are not in SSA; 'mutable' is the function's
    uint32_t line;
    Sort word, pointer;
} Gen;

static uint32_t pick(Gen *g, uint32_t n) {
    return (uint32_t)(random_next(&g->state) >> 33) % n;
}

static SrcPos here(Gen *g) {
    return (SrcPos){ .line = ++g->line, .column = 1 };
}

static void emit(Gen *g, Cmd cmd) {
    LocId next = program_loc(g->p, g->func, (SrcPos){ .line = g->line });
    program_edge(g->p, g->at, next, here(g), cmd);
    g->at = next;
}

static VarId fresh(Gen *g, const char *stem, Sort s) {
    return program_var(g->p, g->func, stem, s, VAR_LOCAL);
}

static Term expression(Gen *g, uint32_t depth) {
    static const Op ops[] = { OP_BV_ADD, OP_BV_MUL, OP_BV_AND, OP_BV_OR, OP_BV_XOR, OP_BV_SHL, OP_BV_UREM };
    switch (depth ? pick(g, 6) : pick(g, 3)) {
    case 0:
        return term_bv(g->t, pick(g, 5), 32);
    case 1:
    case 2:
        return g->env[pick(g, C_VARS)];
    case 3:
        return term_ite(g->t, term_2(g->t, OP_BV_SLT, expression(g, 0), expression(g, depth - 1)),
                        expression(g, depth - 1), expression(g, 0));
    default: {
        Term a = expression(g, depth - 1), b = expression(g, depth - 1);
        return term_2(g->t, ops[pick(g, COUNT(ops))], a, b);
    }
    }
}

static Term condition(Gen *g) {
    static const Op ops[] = { OP_BV_SLT, OP_BV_ULE, OP_EQ };
    Term a = expression(g, 1), b = expression(g, 1);
    return term_2(g->t, ops[pick(g, COUNT(ops))], a, b);
}

static void set_var(Gen *g, Term value) {
    uint32_t i = pick(g, C_VARS);
    VarId v = fresh(g, "v", g->word);
    emit(g, cmd_assign(g->p, v, value));
    g->env[i] = var_term(g->p, v);
    Binding b = { .loc = g->at, .c_name = program_name(g->p, "c"), .value = g->env[i] };
    vec_push(&g->p->bindings, b);
}

static Term base_address(Gen *g) {
    uint32_t i = pick(g, ARRAYS + 1);
    if (i == ARRAYS && g->stack_object.id)
        return g->stack_object;
    return var_term(g->p, g->p->objects.at[g->array[i % ARRAYS]].address);
}

static Term address(Gen *g, uint32_t room) {
    Term index = term_2(g->t, OP_BV_AND, expression(g, 1), term_bv(g->t, ARRAY_BYTES - 1, 32));
    if (!g->shape.in_bounds && pick(g, 4) == 0)
        index = term_2(g->t, OP_BV_ADD, index, term_bv(g->t, room, 32));
    else // only as far as 'room' bytes fit
        index = term_2(g->t, OP_BV_UREM, index, term_bv(g->t, ARRAY_BYTES - room + 1, 32));
    return term_2(g->t, OP_BV_ADD, base_address(g), term_zext(g->t, index, 64));
}

static void access(Gen *g) {
    if (pick(g, 2)) {
        Cmd store = { .kind = CMD_STORE, .a = address(g, 4), .b = expression(g, 1), .bytes = 4 };
        emit(g, store);
        return;
    }
    VarId v = fresh(g, "load", g->word);
    Cmd load = { .kind = CMD_LOAD, .var = v, .a = address(g, 4), .bytes = 4 };
    emit(g, load);
    if (pick(g, 3))
        g->env[pick(g, C_VARS)] = var_term(g->p, v);
}

static void block(Gen *g) {
    uint32_t n = pick(g, ARRAY_BYTES - 1);
    Term size = term_bv(g->t, n, 64);
    if (pick(g, 3) == 0) // a size that the pass cannot see
        size = term_zext(g->t, term_2(g->t, OP_BV_UREM, expression(g, 1), term_bv(g->t, n + 1, 32)), 64);
    Cmd cmd = { .kind = CMD_COPY, .a = address(g, n ? n : 1), .b = address(g, n ? n : 1), .c = size };
    if (pick(g, 2)) {
        cmd.kind = CMD_SET;
        cmd.b = term_extract(g->t, expression(g, 1), 7, 0);
    }
    emit(g, cmd);
}

static void take_input(Gen *g) {
    VarId v = fresh(g, "in", g->word);
    Cmd cmd = { .kind = CMD_INPUT, .var = v, .input = INPUT_NONDET, .text = program_name(g->p, "nondet_int") };
    emit(g, cmd);
    if (pick(g, 4))
        g->env[pick(g, C_VARS)] = var_term(g->p, v);
}

static void make_call(Gen *g) {
    FuncId first = program_find_func(g->p, "f0");
    if (!first || first == g->func) {
        take_input(g);
        return;
    }
    FuncId callee = first + pick(g, g->func - first), other = first + pick(g, g->func - first);
    VarId v = fresh(g, "ret", g->word);
    Cmd cmd = { .kind = CMD_CALL, .n = 2, .n_vars = 1, .callee = callee };
    cmd.vars = arena_array(g->p->arena, VarId, 1);
    cmd.terms = arena_array(g->p->arena, Term, 2);
    cmd.vars[0] = v;
    cmd.terms[0] = expression(g, 1);
    cmd.terms[1] = pick(g, 2) ? term_bv(g->t, 7, 32) : expression(g, 0);
    if (pick(g, 3) == 0) { // through a pointer
        Term f = var_term(g->p, g->p->objects.at[g->p->funcs.at[callee].object].address);
        Term h = var_term(g->p, g->p->objects.at[g->p->funcs.at[other].object].address);
        g->p->funcs.at[callee].address_taken = g->p->funcs.at[other].address_taken = true;
        cmd.callee = 0;
        cmd.a = term_ite(g->t, condition(g), f, h);
    }
    emit(g, cmd);
    g->env[pick(g, C_VARS)] = var_term(g->p, v);
}

static void statements(Gen *g, uint32_t n, uint32_t depth);

// Parallel assignments from the two ends of a branch into one location.
static void join(Gen *g, LocId left, const Term left_env[], LocId right, const Term right_env[]) {
    VecU32 vars = { 0 };
    VecTerm a = { 0 }, b = { 0 };
    g->at = left ? left : right;
    memcpy(g->env, left ? left_env : right_env, sizeof g->env);
    if (!left || !right)
        return;
    for (uint32_t i = 0; i < C_VARS; i++) {
        if (term_same(left_env[i], right_env[i]) && pick(g, 2))
            continue;
        VarId v = fresh(g, "phi", g->word);
        vec_push(&vars, v);
        vec_push(&a, left_env[i]);
        vec_push(&b, right_env[i]);
        g->env[i] = var_term(g->p, v);
    }
    g->at = program_loc(g->p, g->func, (SrcPos){ .line = g->line });
    program_edge(g->p, left, g->at, here(g), cmd_assign_n(g->p, vars.count, vars.at, a.at));
    program_edge(g->p, right, g->at, here(g), cmd_assign_n(g->p, vars.count, vars.at, b.at));
    vec_free(&vars);
    vec_free(&a);
    vec_free(&b);
}

static LocId branch_to(Gen *g, LocId from, Term c) {
    LocId to = program_loc(g->p, g->func, (SrcPos){ .line = g->line });
    program_edge(g->p, from, to, here(g), cmd_assume(c));
    return to;
}

static void if_else(Gen *g, uint32_t depth) {
    Term c = pick(g, 6) ? condition(g) : term_bool(g->t, pick(g, 2));
    Term env[C_VARS], left_env[C_VARS], right_env[C_VARS];
    memcpy(env, g->env, sizeof env);
    LocId from = g->at;
    LocId left = branch_to(g, from, c), right = branch_to(g, from, term_not(g->t, c));
    g->at = left;
    statements(g, pick(g, 4), depth - 1);
    left = g->at;
    memcpy(left_env, g->env, sizeof env);
    memcpy(g->env, env, sizeof env);
    g->at = right;
    statements(g, pick(g, 3), depth - 1);
    right = g->at;
    memcpy(right_env, g->env, sizeof env);
    join(g, left, left_env, right, right_env);
}

// for (i = 0; i < n && c; i++) ..., n at most 3.
static void loop(Gen *g, uint32_t depth) {
    VarId vars[C_VARS + 1];
    Term start[C_VARS + 1], again[C_VARS + 1];
    for (uint32_t i = 0; i < C_VARS; i++) {
        vars[i] = fresh(g, "head", g->word);
        start[i] = g->env[i];
        g->env[i] = var_term(g->p, vars[i]);
    }
    vars[C_VARS] = fresh(g, "i", g->word);
    start[C_VARS] = term_bv(g->t, 0, 32);
    Term i = var_term(g->p, vars[C_VARS]);
    LocId head = program_loc(g->p, g->func, here(g));
    program_edge(g->p, g->at, head, here(g), cmd_assign_n(g->p, C_VARS + 1, vars, start));
    Term c = term_and(g->t, term_2(g->t, OP_BV_ULT, i, term_bv(g->t, 1 + pick(g, 3), 32)), condition(g));
    Term env[C_VARS];
    memcpy(env, g->env, sizeof env);
    LocId body = branch_to(g, head, c), after = branch_to(g, head, term_not(g->t, c));
    g->at = body;
    statements(g, 1 + pick(g, 3), depth - 1);
    if (g->at) {
        memcpy(again, g->env, sizeof g->env);
        again[C_VARS] = term_2(g->t, OP_BV_ADD, i, term_bv(g->t, 1, 32));
        program_edge(g->p, g->at, head, here(g), cmd_assign_n(g->p, C_VARS + 1, vars, again));
    }
    g->at = after;
    memcpy(g->env, env, sizeof env);
}

// A test whose one side ends the run.
static void end_if(Gen *g) {
    static const CmdKind kinds[] = { CMD_ERROR, CMD_ERROR, CMD_EXIT, CMD_ABORT, CMD_TRAP, CMD_ASSUME };
    CmdKind kind = kinds[pick(g, COUNT(kinds))];
    Term c = term_and(g->t, condition(g), condition(g));
    if (kind == CMD_ASSUME) {
        emit(g, cmd_assume(term_not(g->t, c)));
        return;
    }
    LocId from = g->at;
    LocId end = branch_to(g, from, c);
    g->at = branch_to(g, from, term_not(g->t, c));
    Cmd cmd = { .kind = kind, .text = program_name(g->p, "end") };
    if (kind == CMD_EXIT)
        cmd.a = expression(g, 1);
    if (kind == CMD_ERROR)
        cmd = cmd_error(program_goal(g->p, GOAL_CALL, "end", here(g), g->p->locs.at[end].func));
    program_edge(g->p, end, kind == CMD_ERROR ? g->p->error : g->p->stop, here(g), cmd);
}

static void other(Gen *g) {
    ObjId site;
    VarId v;
    switch (pick(g, 9)) {
    case 0:
        emit(g, (Cmd){ .kind = CMD_SKIP });
        return;
    case 6: {
        VarId var[2] = { g->global[pick(g, 2)], g->mutable };
        Term value[2] = { expression(g, 1), term_2(g->t, OP_BV_XOR, var_term(g->p, var[0]), expression(g, 1)) };
        emit(g, cmd_assign_n(g->p, 1 + pick(g, 2), var, value));
        return;
    }
    case 7:
        emit(g, cmd_assign(g->p, g->mutable, expression(g, 1)));
        return;
    case 8:
        v = pick(g, 2) ? g->mutable : g->global[pick(g, 2)];
        set_var(g, term_2(g->t, OP_BV_ADD, var_term(g->p, v), expression(g, 0)));
        return;
    case 1:
        site = program_object(g->p, OBJ_STACK, "local");
        g->p->objects.at[site].func = g->func;
        g->p->objects.at[site].size = ARRAY_BYTES;
        v = fresh(g, "address", g->pointer);
        emit(g, (Cmd){ .kind = CMD_ALLOC, .object = site, .var = v, .a = term_bv(g->t, ARRAY_BYTES, 64) });
        g->stack_object = (Term){ 0 }; // it would not dominate what comes after a branch
        emit(g, (Cmd){ .kind = CMD_STORE, .a = var_term(g->p, v), .b = expression(g, 1), .bytes = 4 });
        return;
    case 2:
        v = fresh(g, "size", g->pointer);
        emit(g, (Cmd){ .kind = CMD_OBJECT_SIZE, .var = v, .a = base_address(g) });
        if (pick(g, 2))
            g->env[pick(g, C_VARS)] = term_extract(g->t, var_term(g->p, v), 31, 0);
        return;
    case 3:
        v = fresh(g, "a", g->word);
        emit(g, cmd_assign(g->p, v, g->env[0])); // a copy
        g->env[1] = var_term(g->p, v);
        return;
    default:
        if (g->shape.blocks)
            block(g);
        else
            access(g);
    }
}

static void statements(Gen *g, uint32_t n, uint32_t depth) {
    for (uint32_t i = 0; i < n && g->at; i++)
        switch (pick(g, 12)) {
        case 0:
        case 1:
            take_input(g);
            break;
        case 2:
        case 3:
            set_var(g, expression(g, 2));
            break;
        case 4:
            access(g);
            break;
        case 5:
        case 6:
            if (depth)
                if_else(g, depth);
            break;
        case 7:
            if (depth)
                loop(g, depth);
            break;
        case 8:
            make_call(g);
            break;
        case 9:
            end_if(g);
            break;
        default:
            other(g);
        }
}

static void make_stack_object(Gen *g) {
    ObjId site = program_object(g->p, OBJ_STACK, "frame");
    g->p->objects.at[site].func = g->func;
    g->p->objects.at[site].size = ARRAY_BYTES;
    VarId v = fresh(g, "frame", g->pointer);
    emit(g, (Cmd){ .kind = CMD_ALLOC, .object = site, .var = v, .a = term_bv(g->t, ARRAY_BYTES, 64) });
    g->stack_object = var_term(g->p, v);
}

static void function(Gen *g, const char *name, bool is_main) {
    Program *p = g->p;
    g->func = program_func(p, name);
    program_object(p, OBJ_FUNCTION, name);
    p->funcs.at[g->func].defined = true;
    vec_push(&p->funcs.at[g->func].results, g->word);
    for (uint32_t i = 0; i < C_VARS; i++)
        g->env[i] = term_bv(g->t, i, 32);
    for (uint32_t i = 0; !is_main && i < 2; i++) {
        VarId v = program_var(p, g->func, "param", g->word, VAR_PARAM);
        vec_push(&p->funcs.at[g->func].params, v);
        g->env[i] = var_term(p, v);
    }
    g->at = p->funcs.at[g->func].entry;
    g->stack_object = (Term){ 0 };
    g->mutable = fresh(g, "mutable", g->word);
    emit(g, cmd_assign(p, g->mutable, g->env[0]));
    if (pick(g, 2))
        make_stack_object(g);
    statements(g, is_main ? 2 * g->shape.statements : g->shape.statements, g->shape.depth);
    if (!g->at)
        return;
    Cmd ret = { .kind = CMD_RETURN, .n = 1, .terms = arena_array(p->arena, Term, 1) };
    ret.terms[0] = expression(g, 1);
    program_edge(p, g->at, p->funcs.at[g->func].exit, here(g), ret);
}

static Program *random_program(uint64_t seed, RandomShape shape) {
    Program *p = program_new(64);
    Gen g = { .p = p, .t = p->terms, .state = seed * 2654435761u + 1, .shape = shape };
    g.word = sort_bv(p->terms, 32);
    g.pointer = sort_bv(p->terms, 64);
    for (uint32_t i = 0; i < ARRAYS; i++) {
        g.array[i] = program_object(p, OBJ_GLOBAL, "array");
        p->objects.at[g.array[i]].size = ARRAY_BYTES;
        p->objects.at[g.array[i]].external = i == 1;
        p->objects.at[g.array[i]].init = arena_alloc(p->arena, ARRAY_BYTES);
        for (uint32_t k = 0; k < ARRAY_BYTES; k++)
            p->objects.at[g.array[i]].init[k] = (uint8_t)(3 * k + 1);
    }
    g.global[0] = program_var(p, 0, "global", g.word, VAR_GLOBAL);
    g.global[1] = program_var(p, 0, "global", g.word, VAR_GLOBAL);
    for (uint32_t i = 0; i < shape.functions; i++) {
        char name[20];
        snprintf(name, sizeof name, "f%u", i);
        function(&g, name, false);
    }
    function(&g, "main", true);
    p->entry = g.func;
    program_check(p);
    return p;
}
#endif

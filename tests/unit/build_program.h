// build_program.h - for tests: small programs by hand
#ifndef BUILD_PROGRAM_H
#define BUILD_PROGRAM_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "program/run/interpret.h"
#include <math.h>

// ---- building: commands are put one after the other, one line each ----
typedef struct Build {
    Program *p;
    Terms *t;
    FuncId f;
    LocId at;
    uint32_t line;
} Build;

static inline Sort bv(Build *b, uint32_t width) {
    return sort_bv(b->t, width);
}

static inline Sort word(Build *b) { // a pointer
    return bv(b, b->p->pointer_bits);
}

static inline Term num(Build *b, uint64_t x) {
    return term_bv(b->t, x, 32);
}

static inline Term adr(Build *b, uint64_t x) {
    return term_bv(b->t, x, b->p->pointer_bits);
}

static inline void func(Build *b, const char *name, int results) {
    b->f = program_func(b->p, name);
    Function *f = &b->p->funcs.at[b->f];
    f->defined = true;
    for (int i = 0; i < results; i++)
        vec_push(&f->results, bv(b, 32));
    b->at = f->entry;
}

static inline Build begin_with(uint32_t pointer_bits) {
    Build b = { .p = program_new(pointer_bits) };
    b.t = b.p->terms;
    vec_push(&b.p->files, program_name(b.p, "t.c"));
    func(&b, "main", 1);
    b.p->entry = b.f;
    return b;
}

static inline Build begin(void) {
    return begin_with(64);
}

static inline VarId local_of(Build *b, const char *name, Sort s) {
    VarId v = program_var(b->p, b->f, name, s, VAR_LOCAL);
    b->p->vars.at[v].c_name = program_name(b->p, name);
    return v;
}

static inline VarId local(Build *b, const char *name) {
    return local_of(b, name, bv(b, 32));
}

static inline VarId pointer(Build *b, const char *name) {
    VarId v = local_of(b, name, word(b));
    b->p->vars.at[v].pointer = true;
    return v;
}

static inline VarId param(Build *b, const char *name, Sort s) {
    VarId v = program_var(b->p, b->f, name, s, VAR_PARAM);
    vec_push(&b->p->funcs.at[b->f].params, v);
    return v;
}

static inline Term val(Build *b, VarId v) {
    return var_term(b->p, v);
}

static inline EdgeId edge(Build *b, LocId to, Cmd cmd) {
    return program_edge(b->p, b->at, to, (SrcPos){ 1, ++b->line, 1 }, cmd);
}

static inline LocId place(Build *b) {
    return program_loc(b->p, b->f, (SrcPos){ 0 });
}

static inline void put(Build *b, Cmd cmd) {
    LocId to = place(b);
    edge(b, to, cmd);
    b->at = to;
}

static inline void set(Build *b, VarId v, Term value) {
    put(b, cmd_assign(b->p, v, value));
}

static inline Term *terms_of(Build *b, uint32_t n, const Term terms[]) {
    Term *copy = arena_array(b->p->arena, Term, n);
    for (uint32_t i = 0; i < n; i++)
        copy[i] = terms[i];
    return copy;
}

static inline void ret(Build *b, Term value) {
    edge(b, b->p->funcs.at[b->f].exit, (Cmd){ .kind = CMD_RETURN, .n = 1, .terms = terms_of(b, 1, &value) });
}

static inline void load(Build *b, VarId v, Term address, uint32_t bytes) {
    put(b, (Cmd){ .kind = CMD_LOAD, .var = v, .a = address, .bytes = bytes });
}

static inline void store(Build *b, Term address, Term value, uint32_t bytes) {
    put(b, (Cmd){ .kind = CMD_STORE, .a = address, .b = value, .bytes = bytes });
}

static inline void input(Build *b, VarId v, const char *name) {
    put(b, (Cmd){ .kind = CMD_INPUT, .var = v, .input = INPUT_NONDET, .text = program_name(b->p, name) });
}

static inline void call(Build *b, VarId result, FuncId callee, uint32_t n, const Term args[]) {
    Cmd cmd = { .kind = CMD_CALL, .callee = callee, .n = n, .terms = terms_of(b, n, args) };
    cmd.n_vars = result != 0;
    cmd.vars = arena_array(b->p->arena, VarId, 1);
    cmd.vars[0] = result;
    put(b, cmd);
}

static inline void simple(Build *b, CmdKind kind, Term a) {
    put(b, (Cmd){ .kind = kind, .a = a });
}

static inline void stop(Build *b, CmdKind kind, Term a, const char *text) {
    if (kind == CMD_ERROR)
        edge(b, b->p->error, cmd_error(program_goal(b->p, GOAL_CALL, text, (SrcPos){ 1, b->line, 1 }, b->f)));
    else
        edge(b, b->p->stop, (Cmd){ .kind = kind, .a = a, .text = program_name(b->p, text) });
}

// Goes on where the condition holds; elsewhere to 'otherwise'.
static inline void branch(Build *b, Term condition, LocId otherwise) {
    LocId here = b->at, to = place(b);
    edge(b, to, cmd_assume(condition));
    program_edge(b->p, here, otherwise, (SrcPos){ 1, b->line, 1 }, cmd_assume(term_not(b->t, condition)));
    b->at = to;
}

static inline Term add(Build *b, Term x, Term y) {
    return term_2(b->t, OP_BV_ADD, x, y);
}

static inline Term global(Build *b, const char *name, uint64_t size, ObjId *id) {
    *id = program_object(b->p, OBJ_GLOBAL, name);
    b->p->objects.at[*id].size = size;
    return val(b, b->p->objects.at[*id].address);
}

static inline VarId alloc(Build *b, ObjKind kind, const char *name, Term size) {
    ObjId site = program_object(b->p, kind, name);
    VarId v = pointer(b, name);
    put(b, (Cmd){ .kind = CMD_ALLOC, .var = v, .object = site, .a = size });
    return v;
}

// ---- running ----
static inline RunResult run_with(Build *b, const RunOptions *o) {
    RunResult r;
    program_check(b->p);
    interpret(b->p, o, &r);
    return r;
}

static inline RunOptions checked(void) {
    RunOptions o = run_options();
    o.check_choices = o.check_regions = true;
    return o;
}

static inline void expect_run(RunResult *r, RunEnd end, const char *message) {
    if (r->end != end || !strstr(r->message.text, message))
        fail_msg("%s: %s", run_end_text(r->end), r->message.text);
}

// Runs, frees the program, and expects this end.
static inline void expect(Build *b, RunEnd end, const char *message) {
    RunOptions o = checked();
    RunResult r = run_with(b, &o);
    expect_run(&r, end, message);
    run_result_free(&r);
    program_free(b->p);
}

static inline void expect_code(Build *b, int64_t code) {
    RunOptions o = checked();
    RunResult r = run_with(b, &o);
    expect_run(&r, RUN_RETURNED, "");
    if (r.exit_code != code)
        fail_msg("exit code %lld, not %lld", (long long)r.exit_code, (long long)code);
    run_result_free(&r);
    program_free(b->p);
}
#endif

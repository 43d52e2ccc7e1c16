// bp.c - building and looking at Boolean programs
#include "bp/bp.h"

void bp_init(BpProgram *p) {
    *p = (BpProgram){ .names = names_new() };
    (void)vec_add(&p->nodes);
}

static void free_stmt(BpStmt *s) {
    vec_free(&s->vars);
    vec_free(&s->exprs);
    vec_free(&s->next);
    vec_free(&s->labels);
}

void bp_free(BpProgram *p) {
    for (uint32_t i = 0; i < p->procs.count; i++) {
        BpProc *proc = &p->procs.at[i];
        for (uint32_t k = 0; k < proc->stmts.count; k++)
            free_stmt(&proc->stmts.at[k]);
        vec_free(&proc->stmts);
        vec_free(&proc->locals);
    }
    vec_free(&p->procs);
    vec_free(&p->nodes);
    vec_free(&p->globals);
    vec_free(&p->thread_local);
    names_free(p->names);
}

// ---- expressions ----
static uint32_t arity(BpOp op) {
    static const uint8_t n[] = { 0,
#define BP_ARITY(name, text, count) count,
                                 BP_OPS(BP_ARITY)
#undef BP_ARITY
    };
    assert(op && op < BP_OP_COUNT);
    return n[op];
}

BpExpr bp_expr(BpProgram *p, BpOp op, uint32_t a, uint32_t b, uint32_t c) {
    BpNode node = { op, 1, { a, b, c } };
    assert(arity(op) > 2 || !c); // so what is not 0 is an argument
    assert(arity(op) > 1 || !b);
    assert(arity(op) > 0 || !a || op == BP_VAR || op == BP_NEXT);
    for (uint32_t i = 0; i < arity(op); i++) {
        assert(node.arg[i] && node.arg[i] < p->nodes.count);
        uint32_t below = p->nodes.at[node.arg[i]].depth;
        node.depth = node.depth > below ? node.depth : below + 1;
    }
    vec_push(&p->nodes, node);
    return p->nodes.count - 1;
}

BpExpr bp_var(BpProgram *p, uint32_t variable) {
    return bp_expr(p, BP_VAR, variable, 0, 0);
}

static BpOp op_of(const BpProgram *p, BpExpr e) {
    assert(e && e < p->nodes.count);
    return p->nodes.at[e].op;
}

BpExpr bp_not(BpProgram *p, BpExpr a) {
    if (op_of(p, a) == BP_NOT)
        return p->nodes.at[a].arg[0];
    if (op_of(p, a) == BP_TRUE || op_of(p, a) == BP_FALSE)
        return bp_expr(p, op_of(p, a) == BP_TRUE ? BP_FALSE : BP_TRUE, 0, 0, 0);
    return bp_expr(p, BP_NOT, a, 0, 0);
}

BpExpr bp_and(BpProgram *p, BpExpr a, BpExpr b) {
    if (op_of(p, a) == BP_TRUE || op_of(p, b) == BP_FALSE)
        return b;
    if (op_of(p, b) == BP_TRUE || op_of(p, a) == BP_FALSE)
        return a;
    return bp_expr(p, BP_AND, a, b, 0);
}

BpExpr bp_or(BpProgram *p, BpExpr a, BpExpr b) {
    if (op_of(p, a) == BP_FALSE || op_of(p, b) == BP_TRUE)
        return b;
    if (op_of(p, b) == BP_FALSE || op_of(p, a) == BP_TRUE)
        return a;
    return bp_expr(p, BP_OR, a, b, 0);
}

void bp_expr_vars(const BpProgram *p, BpExpr e, VecU32 *out) {
    assert(e && e < p->nodes.count);
    const BpNode *node = &p->nodes.at[e];
    if (node->op == BP_VAR || node->op == BP_NEXT)
        vec_push(out, node->arg[0]);
    for (uint32_t i = 0; i < arity(node->op); i++)
        bp_expr_vars(p, node->arg[i], out);
}

// ---- procedures ----
uint32_t bp_proc(BpProgram *p, const char *name) {
    BpProc *proc = vec_add(&p->procs);
    proc->name = name_of(p->names, name);
    bp_stmt(proc, BP_SKIP, 0);
    return p->procs.count - 1;
}

uint32_t bp_stmt(BpProc *proc, BpKind kind, uint32_t line) {
    assert(proc->stmts.count || kind == BP_SKIP);
    BpStmt *s = vec_add(&proc->stmts);
    s->kind = kind;
    s->line = line;
    return proc->stmts.count - 1;
}

// ---- looking ----
uint32_t bp_variables(const BpProgram *p, const BpProc *proc) {
    return p->globals.count + proc->locals.count;
}

const char *bp_name(const BpProgram *p, const BpProc *proc, uint32_t variable) {
    assert(variable < bp_variables(p, proc));
    uint32_t g = p->globals.count;
    return name_text(p->names, (Name){ variable < g ? p->globals.at[variable] : proc->locals.at[variable - g] });
}

bool bp_has_threads(const BpProgram *p) {
    for (uint32_t i = 0; i < p->procs.count; i++)
        for (uint32_t k = 0; k < p->procs.at[i].stmts.count; k++)
            if (p->procs.at[i].stmts.at[k].kind == BP_START)
                return true;
    return false;
}

bool bp_is_labelled(const BpProgram *p, const BpStmt *s, const char *label) {
    for (uint32_t i = 0; i < s->labels.count; i++)
        if (!strcmp(name_text(p->names, (Name){ s->labels.at[i] }), label))
            return true;
    return false;
}

bool bp_find_label(const BpProgram *p, const char *label) {
    for (uint32_t i = 0; i < p->procs.count; i++)
        for (uint32_t k = 0; k < p->procs.at[i].stmts.count; k++)
            if (bp_is_labelled(p, &p->procs.at[i].stmts.at[k], label))
                return true;
    return false;
}

// ---- what always holds ----
// 'constrain': next values may be in it.
static void check_expr(const BpProgram *p, const BpProc *proc, BpExpr e, bool constrain) {
    if (e >= p->nodes.count || p->nodes.at[e].depth > BP_DEEPEST + 2)
        bug("bp: an expression that is none, or too deep");
    const BpNode *node = &p->nodes.at[e];
    if ((node->op == BP_VAR || node->op == BP_NEXT) && node->arg[0] >= bp_variables(p, proc))
        bug("bp: %s has no variable %u", name_text(p->names, proc->name), node->arg[0]);
    if (node->op == BP_NEXT && !constrain)
        bug("bp: a next value outside constrain, in %s", name_text(p->names, proc->name));
    for (uint32_t i = 0; e && i < arity(node->op); i++)
        check_expr(p, proc, node->arg[i], constrain);
}

static bool check_counts(const BpProgram *p, const BpProc *proc, const BpStmt *s) {
    switch (s->kind) {
    case BP_ASSUME:
    case BP_ASSERT:
        return s->expr;
    case BP_ASSIGN:
        return s->vars.count && s->vars.count == s->exprs.count;
    case BP_CALL:
        return s->proc < p->procs.count && s->vars.count == p->procs.at[s->proc].results &&
               s->exprs.count == p->procs.at[s->proc].formals;
    case BP_RETURN:
        return s->exprs.count == proc->results;
    case BP_START:
        return s->target ? s->target < proc->stmts.count : s->proc < p->procs.count;
    default:
        return true;
    }
}

static bool are_distinct(const BpProgram *p, const BpProc *proc, const VecU32 *vars) {
    bool *seen = base_alloc(bp_variables(p, proc) + 1), distinct = true;
    for (uint32_t i = 0; i < vars->count; i++)
        if (vars->at[i] != BP_NOTHING) {
            distinct = distinct && !seen[vars->at[i]];
            seen[vars->at[i]] = true;
        }
    free(seen);
    return distinct;
}

static void check_stmt(const BpProgram *p, const BpProc *proc, const BpStmt *s) {
    const char *name = name_text(p->names, proc->name);
    if (!check_counts(p, proc, s))
        bug("bp: line %u of %s: a statement that is not well formed", s->line, name);
    check_expr(p, proc, s->expr, s->kind == BP_ASSIGN);
    for (uint32_t i = 0; i < s->exprs.count; i++)
        check_expr(p, proc, s->exprs.at[i], false);
    for (uint32_t i = 0; i < s->vars.count; i++)
        if (s->vars.at[i] >= bp_variables(p, proc) && !(s->kind == BP_CALL && s->vars.at[i] == BP_NOTHING))
            bug("bp: line %u of %s: no such variable", s->line, name);
    if ((s->kind == BP_ASSIGN || s->kind == BP_CALL) && !are_distinct(p, proc, &s->vars))
        bug("bp: line %u of %s: a variable is assigned twice", s->line, name);
    for (uint32_t i = 0; i < s->next.count; i++)
        if (!s->next.at[i] || s->next.at[i] >= proc->stmts.count)
            bug("bp: line %u of %s: a successor that is none", s->line, name);
    if ((s->kind == BP_RETURN || s->kind == BP_END) && s->next.count)
        bug("bp: line %u of %s: a return goes on", s->line, name);
}

void bp_check(const BpProgram *p) {
    if (p->main >= p->procs.count || p->thread_local.count != p->globals.count)
        bug("bp: no procedure to start with");
    for (uint32_t i = 0; i < p->procs.count; i++) {
        const BpProc *proc = &p->procs.at[i];
        if (proc->formals > proc->locals.count || !proc->stmts.count || proc->stmts.at[0].kind != BP_SKIP)
            bug("bp: procedure %s is not well formed", name_text(p->names, proc->name));
        check_expr(p, proc, proc->enforce, false);
        check_expr(p, proc, proc->abortif, false);
        for (uint32_t k = 0; k < proc->stmts.count; k++)
            check_stmt(p, proc, &proc->stmts.at[k]);
    }
}

// values.c - where the values of parameters and results come from
#include "program/pass/values.h"
#include "program/edit.h"

static void number_results(Values *v, const Program *p) {
    v->first_result = base_alloc(p->funcs.count * sizeof *v->first_result);
    v->param_index = base_alloc(p->vars.count * sizeof *v->param_index);
    for (FuncId f = 0; f < p->funcs.count; f++) {
        const Function *func = &p->funcs.at[f];
        v->first_result[f] = v->n_results;
        v->n_results += func->results.count;
        for (uint32_t i = 0; i < func->params.count; i++) {
            assert(!v->param_index[func->params.at[i]] && "a parameter is one of one function");
            v->param_index[func->params.at[i]] = i + 1;
        }
    }
}

Values values_new(const Program *p) {
    Values v = { 0 };
    number_results(&v, p);
    VecU32 callee = { 0 }, call = { 0 }, func = { 0 }, ret = { 0 };
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Edge *edge = &p->edges.at[e];
        if (!edge->from)
            continue;
        if (call_is_direct(p, &edge->cmd)) {
            assert(edge->cmd.n == p->funcs.at[edge->cmd.callee].params.count);
            vec_push(&callee, edge->cmd.callee);
            vec_push(&call, e);
        } else if (edge->cmd.kind == CMD_RETURN) {
            vec_push(&func, p->locs.at[edge->from].func);
            vec_push(&ret, e);
        }
    }
    v.callers = digraph_new(p->funcs.count, call.count, callee.at, call.at);
    v.returns = digraph_new(p->funcs.count, ret.count, func.at, ret.at);
    vec_free(&callee);
    vec_free(&call);
    vec_free(&func);
    vec_free(&ret);
    return v;
}

void values_free(Values *v) {
    free(v->first_result);
    free(v->param_index);
    digraph_free(&v->callers);
    digraph_free(&v->returns);
}

void thread_functions(const Program *p, const uint8_t addressed[], VecU32 *out) {
    for (EdgeId e = 1; e < p->edges.count; e++) {
        const Cmd *cmd = &p->edges.at[e].cmd;
        if (!p->edges.at[e].from || cmd->kind != CMD_THREAD_CREATE)
            continue;
        if (cmd->callee)
            vec_push(out, cmd->callee);
        for (FuncId f = 1; !cmd->callee && f < p->funcs.count; f++)
            if (addressed[f])
                vec_push(out, f);
    }
}

// ---- what is needed ----
Needed needed_new(const Program *p) {
    Needed n = { .p = p, .values = values_new(p) };
    n.var = base_alloc(p->vars.count);
    n.result = base_alloc(n.values.n_results);
    return n;
}

void needed_free(Needed *n) {
    values_free(&n->values);
    free(n->var);
    free(n->result);
    vec_free(&n->work);
    vec_free(&n->scratch);
}

void need_var(Needed *n, VarId v) {
    if (!v || n->var[v])
        return;
    n->var[v] = 1;
    vec_push(&n->work, v);
}

void need_term(Needed *n, Term a) {
    n->scratch.count = 0;
    if (a.id)
        term_vars(n->p->terms, a, &n->scratch);
    for (uint32_t i = 0; i < n->scratch.count; i++)
        need_var(n, program_var_of(n->p, n->scratch.at[i]));
}

void need_cmd(Needed *n, const Cmd *cmd) {
    VecTerm terms = { 0 };
    cmd_terms(cmd, &terms);
    for (uint32_t i = 0; i < terms.count; i++)
        need_term(n, terms.at[i]);
    vec_free(&terms);
}

void need_result(Needed *n, FuncId f, uint32_t i) {
    assert(i < n->p->funcs.at[f].results.count);
    const Digraph *returns = &n->values.returns;
    if (n->result[n->values.first_result[f] + i])
        return;
    n->result[n->values.first_result[f] + i] = 1;
    for (uint32_t k = returns->first[f]; k < returns->first[f + 1]; k++)
        need_term(n, n->p->edges.at[returns->to[k]].cmd.terms[i]);
}

void need_results(Needed *n, FuncId f) {
    for (uint32_t i = 0; i < n->p->funcs.at[f].results.count; i++)
        need_result(n, f, i);
}

void need_arguments(Needed *n, VarId v) {
    assert(n->var[v]);
    const Digraph *callers = &n->values.callers;
    uint32_t index = n->values.param_index[v];
    FuncId f = n->p->vars.at[v].func;
    for (uint32_t k = callers->first[f]; index && k < callers->first[f + 1]; k++)
        need_term(n, n->p->edges.at[callers->to[k]].cmd.terms[index - 1]);
}

void need_value(Needed *n, const Cmd *cmd, VarId v) {
    for (uint32_t i = 0; i < cmd->n_vars; i++) {
        if (cmd->vars[i] != v)
            continue;
        if (cmd->kind == CMD_ASSIGN)
            need_term(n, cmd->terms[i]);
        else if (call_is_direct(n->p, cmd))
            need_result(n, cmd->callee, i);
    }
}

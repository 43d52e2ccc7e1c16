// values.c - where the values of parameters and results come from
#include "program/pass/values.h"

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

// values.h - where the values of parameters and results come from
//
// An index of a program for passes that follow values backwards through calls.  A direct call names a
// function with a body: its arguments become the parameters, what RETURN edges return becomes its results.
#ifndef VALUES_H
#define VALUES_H
#include "program/digraph.h"
#include "program/program.h"

typedef struct Values {
    uint32_t n_results;
    uint32_t *first_result; // per FuncId: its results are numbered first_result[f] + i, in [0, n_results)
    uint32_t *param_index;  // per VarId: 1 + which parameter it is, or 0
    Digraph callers;        // FuncId -> direct calls
    Digraph returns;        // FuncId -> RETURN edges
} Values;

Values values_new(const Program *p);
void values_free(Values *v);

static inline bool call_is_direct(const Program *p, const Cmd *cmd) {
    return cmd->kind == CMD_CALL && cmd->callee && p->funcs.at[cmd->callee].defined;
}
// Appends the functions that threads start with; 'addressed' as functions_with_address gives it.
void thread_functions(const Program *p, const uint8_t addressed[], VecU32 *out);
#endif

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

// What a pass has found needed so far, and has still to look at.
typedef struct Needed {
    const Program *p;
    Values values;
    uint8_t *var;    // per VarId
    uint8_t *result; // per function result
    VecU32 work;     // the variables found and not yet looked at
    VecTerm scratch;
} Needed;
Needed needed_new(const Program *p);
void needed_free(Needed *n);
void need_var(Needed *n, VarId v);                 // 0: none
void need_term(Needed *n, Term a);                 // all its variables
void need_cmd(Needed *n, const Cmd *cmd);          // all that it reads
void need_result(Needed *n, FuncId f, uint32_t i); // and what RETURN edges return as it
void need_results(Needed *n, FuncId f);
void need_arguments(Needed *n, VarId v); // what direct calls pass for it, where it is a parameter
// Of an assignment or a direct call that writes 'v': what 'v' gets.
void need_value(Needed *n, const Cmd *cmd, VarId v);

Values values_new(const Program *p);
void values_free(Values *v);

static inline bool call_is_direct(const Program *p, const Cmd *cmd) {
    return cmd->kind == CMD_CALL && cmd->callee && p->funcs.at[cmd->callee].defined;
}
// Appends the functions that threads start with; 'addressed' as functions_with_address gives it.
void thread_functions(const Program *p, const uint8_t addressed[], VecU32 *out);
#endif

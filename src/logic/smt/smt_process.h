// smt_process.h - validity by another solver, run as a process
//
// For proofs that must not rest on one solver.  Runs a solver
// that reads SMT-LIB 2 commands from its standard input, by default cvc5.  The process is started
// with the first query, kept for the next ones, and started anew after it
// failed or did not answer in time; such a query is SMT_UNDECIDED with a reason.
#ifndef SMT_PROCESS_H
#define SMT_PROCESS_H
#include "logic/smt/smt.h"

typedef struct SmtProcess SmtProcess;

// 'command' is a program with its arguments, ended by NULL; NULL: cvc5.
// Only the time limit counts.
SmtProcess *smt_process_new(Terms *t, const char *const command[], SmtLimits limits);
void smt_process_free(SmtProcess *p);
bool smt_process_exists(const char *program); // can it be found in PATH?

SmtValidity smt_process_valid(SmtProcess *p, Term formula);
SmtValidity smt_process_implies(SmtProcess *p, Term strong, Term weak);
const char *smt_process_reason(const SmtProcess *p);
SmtStats smt_process_stats(const SmtProcess *p);
#endif

// read_smt.h - reads terms from SMT-LIB 2 text, as print_smt.c writes it
//
// The text is untrusted: ill-formed or ill-sorted text is rejected with a reason.
// Nesting is limited by memory only.  No variables are created: the caller provides them.
#ifndef READ_SMT_H
#define READ_SMT_H
#include "logic/term/term.h"

// The variable of that name, or no term.
typedef Term (*SmtVariable)(void *context, const char *name);

// One expression, of sort Bool.
bool smt_read_formula(Terms *t, const char *text, size_t length, SmtVariable variable, void *context, Term *out,
                      Reason *why);

// A script: the conjunction of what it asserts.  It may declare only what
// 'variable' knows, with the sort that it has, and define names.
bool smt_read_script(Terms *t, const char *text, size_t length, SmtVariable variable, void *context, Term *out,
                     Reason *why);
#endif

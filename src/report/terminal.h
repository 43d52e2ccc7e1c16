// terminal.h - what people read: the task, the program, the verdict with its reason, what to try
//
// Everything here but messages goes to stdout.  Task and program are printed as soon as they are known; the verdict,
// when it is.  The last line, RESULT, is printed by the supervisor (ending.h), so it is there even when the work was
// cut off or crashed; terminal_verdict only hands it the text.
#ifndef TERMINAL_H
#define TERMINAL_H
#include "report/verdict.h"

void terminal_task(const TaskFacts *task);          // what is checked, and how
void terminal_program(const ProgramFacts *program); // how much there is to check, and what is taken for granted
void terminal_assumptions(const Assumptions *assumptions);

// Members of the portfolio, messages, and what was found; returns the exit code.  'all_members': those beside the one
// that answered, too.  An 'unknown' because the work had to stop is left to the supervisor, who knows why.
int terminal_verdict(const Verdict *v, bool all_members);
void terminal_unknown(const char *reason); // with what to try

// A message "hone: ..." on stderr; returns 'code'.
int terminal_error(int code, const Reason *why);
#endif

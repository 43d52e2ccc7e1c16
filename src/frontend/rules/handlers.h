// handlers.h - rules and drivers as C text behind the program's files
//
// Of each event of a rule one function is made, its handler, with the parameters of the function that the event is
// about, and at exit and return its result:
//
//   int __hone_r0_e2(pthread_mutex_t *hone_1, int hone_return) { ...; return 0; }
//
// It returns 0 where the rule is kept, the number of an abort where it is violated, RULE_HALT to end the run.  Its text
// stands behind the first file that declares the function, so that the types are those of the program.  The state of a
// rule is global variables, which all files share.  Where the event happens weave.h calls the handler.
//
// A variable __hone_mark_FILE_F for each function F that a file declares tells which function of the compiled file is
// meant: F may be static, or have another name for the linker.
#ifndef HANDLERS_H
#define HANDLERS_H
#include "spec/frontend_input.h"

#define HANDLER_MARK "__hone_mark_"
#define HANDLER_CHOICE "__VERIFIER_nondet_hone_choice" // is this the object to follow?
#define HANDLER_VERDICT "__hone_rule_verdict" // (what a handler returned, rule, event): the rule is kept, or an error

// Sets SourceFile.appended of the files of 'in', for its rules and its driver.  'note' gets what the user should know
// of it, or stays; texts live in 'arena'.  False with a message: a rule does not fit the program.
bool handlers_append(FrontendInput *in, Arena *arena, const char **note, Reason *why);
#endif

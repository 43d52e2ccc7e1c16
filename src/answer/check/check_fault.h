// check_fault.h - is a claim right that a program without inputs ends in a memory error, or divides by zero?
//
// The interpreter runs the program, which must end so.  Then the program is compiled with AddressSanitizer and run in
// the sandbox, which must stop it with a report.  Where it cannot be compiled or run so, or no report comes, the claim
// is REFUTED: the interpreter alone does not decide here, since no other check knows its memory model.
#ifndef CHECK_FAULT_H
#define CHECK_FAULT_H
#include "answer/check/check_trace.h"

// 'p' is the program as it was read, with its goals.  'property' gets the name of what is violated; NULL where the
// claim is REFUTED.
Judgement check_fault(const Program *p, const FrontendInput *in, Arena *arena, const char **property);
#endif

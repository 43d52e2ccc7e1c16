// weave.h - calls of handlers at the events of rules
//
// Works on the program's own files, linked, before models of the library are: calls that the library makes itself are
// no events.  At each event
//
//   %v = call i32 @__hone_r0_e2(arguments [, result])
//   call void @__hone_rule_verdict(i32 %v, i32 rule, i32 event)
//
//   entry, exit  in the body: where it starts, at each return; a function without body has them at its calls
//   call, return before and behind each call by name; where the function's address is taken, a function that calls it
//                takes its place, so that calls through pointers are seen too
//
// The verdict is an event of the Program (read_call.c), and in the compiled program a function of the harness.
#ifndef WEAVE_H
#define WEAVE_H
#include "spec/frontend_input.h"
#include <llvm-c/Core.h>
#include <stdbool.h>

// A file that was just compiled: takes the marks (handlers.h) and notes at each function what rules call it.
void weave_take_marks(LLVMModuleRef file);

// False with a message: a call does not fit a rule.
bool weave(LLVMModuleRef program, const FrontendInput *in, Reason *why);

// The functions of --irq-off turn interrupts off where they return, those of --irq-on turn them on where they begin.
bool weave_interrupts(LLVMModuleRef program, const Driver *driver, Reason *why);
#endif

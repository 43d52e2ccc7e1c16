// call.h - what a call does to formulas
//
// Formulas about a function other than the entry function speak of one activation:
//
//   x            a variable of the function, a global or a region: what it is now;
//   entry!x      calls_first: what a parameter, a global or a region was when the activation
//                began.  What the function never changes is its own first value;
//   result!f!i   calls_result: what the function returns; at its exit only.
//
// So what holds at the exit of a function is a summary: it relates what callers
// gave to what they get.  A call is then
//
//   CALL_ENTER  what holds at the callee's entry, asked of the caller's state at the call;
//   CALL_LEAVE  what holds at the callee's exit, over the caller's state before the call and,
//               as after!x, what the call changed;
//   CALL_AFTER  what holds in the caller after it, over the same.
//
// The callee's own variables are other than those of the caller, also where both are the same
// function: each activation has its own.  They are called inner!x.
//
// A call is of this form if it is the only edge out of its location, and of a function with a
// body other than the entry function, with as many arguments and results as that has.
#ifndef CALL_H
#define CALL_H
#include "program/step/block.h"

typedef struct Calls Calls; // of one program, which must not change meanwhile
Calls *calls_new(const Program *p, Blocks *blocks);
void calls_free(Calls *c);

EdgeId calls_at(const Program *p, LocId loc); // the call, if the location has one of this form; else 0
bool calls_unmodelled(void *unused, const Program *p, LocId loc); // block_is_unmodelled, and no such call; a CutAlso

// ---- names ----
// May an activation of the function, or what it calls, change the global, the region or its parameter?
bool calls_changes(const Calls *c, FuncId f, Term state);
Term calls_first(const Calls *c, FuncId f, Term state);
Term calls_entry_copy(const Program *p, Term state); // entry!x, whatever the function does
Term calls_result(const Program *p, FuncId f, uint32_t i);
Term calls_after_copy(const Program *p, Term state);      // after!x
void calls_given(const Calls *c, FuncId f, VecTerm *out); // the entry copies of all that an activation starts with

// ---- formulas ----
// At a function's entry: the first values are those of now.
Term calls_at_entry(const Calls *c, FuncId f, Term formula);
// Entry copies of what the function never changes are the thing itself.
Term calls_normal(const Calls *c, FuncId f, Term formula);
typedef enum CallSide { CALL_ENTER, CALL_LEAVE, CALL_AFTER } CallSide;
Term calls_rename(const Calls *c, EdgeId call, CallSide side, Term formula);
void calls_rename_all(const Calls *c, EdgeId call, CallSide side, uint32_t n, const Term in[], Term out[]);
#endif

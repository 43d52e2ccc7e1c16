// system.h - a program as procedures: blocks between points, and the state that matters
//
// A procedure is one function: its cutpoint graph (cutpoint.h), a block for each edge of the graph (block.h;
// large-block encoding), and the state that matters at each point: the variables and regions that
// a block further on may read before they are written.  The variables and regions that matter at some point are the
// procedure's 'state'; a place in it is a slot.
//
// A system is the entry procedure alone - a call is then a command that no block can express - or the entry procedure
// and all that calls lead to from it.  Then a call is a cut edge of its own, without block, and the other procedures
// are about one activation (call.h): their state also has entry!x, what a thing was when the activation began, and
// at the exit result!f!i.  At the entry of such a procedure entry!x is x: procedure_here.
//
// Points that a run must not reach are bad: 'error', and those where a command is that no block can express.  There is
// no block out of them.  Invariants (system_check):
//
//   S1  the entry function's procedure is the first; a procedure of each function called is there, once;
//   S2  a cut edge has a block (its guard is a term), or is a call, or leads out of a bad point: one of the three;
//   S3  what a block's guard reads matters before it, and so does what decides what matters after it: what is read by
//       the values that the block gives it, or itself where the block leaves it alone;
//   S4  likewise at a call: what matters at the callee's entry and exit, and what the call leaves alone;
//   S5  'initial' is over what matters at the entry; it is true of called procedures: callers give them any state.
//
// Engines and domains stand on this.  src/answer/ does not: what checks an answer shares no code with what found it.
#ifndef SYSTEM_H
#define SYSTEM_H
#include "claim/claim.h"
#include "program/step/call.h"

typedef struct System System;

typedef struct CallTerms { // what becomes of the state at a call (call.h)
    const Term *enter;     // by slot of the callee, at its entry: over the caller's state at the call
    const Term *leave;     // by slot of the callee, at its exit: over that state and after!x
    const Term *after;     // by slot of the caller, after the call: the same
} CallTerms;

typedef struct Procedure {
    System *system;
    Program *p; // of the system, as are the next two
    Terms *t;
    Blocks *blocks;
    FuncId func;
    CutGraph *graph;
    Block *block;          // by cut edge; no guard: none
    EdgeId *call;          // by cut edge: the call that it is, or 0
    CallTerms *call_terms; // by cut edge
    bool *bad;             // by point
    VecTerm state;         // by slot
    Map slot_of;           // term -> 1 + slot
    bool *live;            // by point and slot: does it matter there?
    bool *counts;          // by slot: does some block of the system add to it?  Then its values need not repeat
    Term initial;          // the states at the entry
} Procedure;

struct System {
    Program *p;
    Terms *t;
    Blocks *blocks;
    Calls *calls;         // NULL: the entry procedure alone
    VEC(Procedure) procs; // do not move
    Map proc_of;          // FuncId -> 1 + place in 'procs'
    Map first_of;         // entry!x -> x
    Map origin;           // a copy of a variable (paths, clauses, after!x) -> the variable
    Arena *arena;         // of copies and call terms
};

typedef struct SystemOptions {
    bool basic; // blocks are basic blocks; else as large as they can be
    bool calls; // with all procedures that calls lead to
} SystemOptions;

// Has the program one thread only?  Else 'why' is the reason against it.
bool system_supports(const Program *p, Reason *why);
// The functions' entries must have no edges in: program_split_entries.
System *system_new(Program *p, SystemOptions options);
void system_free(System *s);
void system_check(const System *s); // bug unless S1 to S5 hold

Procedure *system_entry(const System *s);                  // where the program starts
Procedure *system_callee(const System *s, EdgeId call);    // the procedure called
Procedure *system_procedure(const System *s, FuncId func); // NULL: no call leads to it
bool system_has_calls(const System *s);                    // more than one procedure?
// A copy of the variable of this name, which 'procedure_origin' gives back the variable for.
Term system_copy(System *s, const char *prefix, Term variable);

// Invariants, by point, that hold whenever a run is there: the guards of the blocks get them, and what
// they are about matters.
void procedure_assume(Procedure *proc, const Term invariants[]);

// ---- the state that matters ----
uint32_t procedure_slot(const Procedure *proc, Term variable);     // 1 + slot; 0: it matters nowhere
const bool *procedure_live(const Procedure *proc, uint32_t point); // by slot
// Does everything that occurs in the formula matter at the point?
bool procedure_matters(const Procedure *proc, uint32_t point, Term formula);
// The variable, or x for entry!x at the entry of a called procedure.
Term procedure_here(const Procedure *proc, uint32_t point, Term variable);
Term procedure_formula_here(const Procedure *proc, uint32_t point, Term formula); // for all variables of a formula
// For callers that rename: what a variable is a copy of, or itself; is it (a copy of) one that counts?
Term procedure_origin(void *proc, Term variable);
bool procedure_counts(void *proc, Term variable);
Term procedure_clean(Procedure *proc, Term formula); // a formula over copies, over the variables again

// Does 'before' and the block of the cut edge imply 'after'?  As one formula that must be valid.
Term procedure_obligation(Procedure *proc, uint32_t cut, Term before, Term after);
// That what the function never changes is what it was at first: part of an invariant of a called procedure where that
// is taken for granted, as what is left out of the program may change it.
Term procedure_unchanged(const Procedure *proc, uint32_t point);
// The reason for which a bad point (not 'error') that may be reached is bad.
void procedure_blame(const Procedure *proc, uint32_t point, Claim *claim);

// ---- inside ----
void system_find_live(System *s); // live.c: sets Procedure.live
#endif

// edit.h - what the passes over a Program share: looking into commands,
// rewriting them, moving edges
//
// A command reads the variables of its terms and then writes its results.  A
// result variable of 0 (not wanted) is never among the variables written.
#ifndef EDIT_H
#define EDIT_H
#include "program/program.h"

// Appends each term the command reads.
void cmd_terms(const Cmd *cmd, VecTerm *out);
// Appends each variable the command reads; one may come several times.
void cmd_reads(const Program *p, const Cmd *cmd, VecU32 *out);
// The variables the command writes: vars[0 .. n-1], inside 'cmd'.
uint32_t cmd_writes(const Cmd *cmd, const VarId **vars);

// The command with each variable replaced, as term_map does; its own arrays.
Cmd cmd_map(Program *p, const Cmd *cmd, TermLeaf leaf, void *context, Map *cache);
Term zero_of(Terms *t, Sort s); // BOOL, BV, FLOAT
bool cmd_same(const Cmd *a, const Cmd *b);
ObjId site_copy(Program *p, ObjId site, FuncId func); // another allocation site, of the same regions

// Calls a function: CALL or THREAD_CREATE.
static inline bool cmd_is_call(const Cmd *cmd) {
    return cmd->kind == CMD_CALL || cmd->kind == CMD_THREAD_CREATE;
}

EdgeId loc_only_out(const Program *p, LocId loc);       // the one edge out of it; 0: none or several
bool loc_is_fixed(const Program *p, LocId loc);         // keeps its place: entry, exit, error, stop, cuts
void edge_set_source(Program *p, EdgeId e, LocId from); // moves it to the end of another list of out-edges
void edge_become_skip(Program *p, EdgeId e);
void loc_delete_out(Program *p, LocId loc); // deletes all edges out of it

// The condition, simplified by what is known of addresses: those of functions
// and of global objects differ, and none is 0.
Term fold_addresses(const Program *p, Term condition);

// ---- calls ----
bool program_has_threads(const Program *p);  // may a run have two threads?
bool program_may_deadlock(const Program *p); // has it waits with a goal? (Not so the product of its threads.)
bool program_has_interrupts(const Program *p);
// Can a thread run the function?  It takes nothing or a pointer, and returns nothing or as much as a pointer.
bool program_thread_fits(const Program *p, FuncId func);
bool program_has_races(const Program *p);    // has it goals of kind RACE?
bool program_has_indirect(const Program *p); // does a call or new thread take its function from a pointer?
// Per FuncId: is its address used anywhere?  The caller frees.
uint8_t *functions_with_address(const Program *p);
// May a direct call of 'f' replace the call through a pointer?  The numbers and
// sorts of arguments and results must be the same.
bool call_fits(const Program *p, const Cmd *cmd, FuncId f);
// Calls may be of another type than the function.  A value handed over arrives where one of the same sort is looked
// for, and where that is a narrower integer, cut; both must fit into a word.
bool value_arrives(const Program *p, Sort from, Sort to);
Term value_cut(const Program *p, Term value, Sort to);
// How many arguments and results a call through a pointer hands over: up to the first that does not arrive.  What 'f'
// or the caller finds from there on depends on the processor: any value.
typedef struct Passed {
    uint32_t args, results;
} Passed;
Passed call_passes(const Program *p, const Cmd *cmd, FuncId f);
#define MISSING_ARGUMENT "missing argument" // the names of inputs for them
#define MISSING_RESULT "missing result"
#define INLINE_ASSEMBLY "inline assembly" // of inputs and HAVOC, for what it writes
// Is that all there is to say?  Variable arguments may lie anywhere.
#define OTHER_TYPE "call of a function as one of another type"
bool call_is_modelled(const Program *p, const Cmd *cmd, FuncId f);
// The function that stands for those of the environment that the call may reach, or 0.
FuncId call_outside(const Program *p, const Cmd *cmd);

// The name of inputs that say how objects lie (memory/order.h).
#define OUTSIDE_READ "a volatile variable from outside" // the name of the input that reading one is
#define ORDER_OF_ADDRESSES "the order of addresses"

// ---- bindings ----
// Where 'into' is not 0, a location is gone and 'into' stands for it.
// Bindings move along; where the location that takes them has other edges
// in, a C variable's value is unknown there from now on (a binding without
// term), unless it is bound there anyway.
void bindings_move(Program *p, const LocId into[]);
// Bindings to values with a variable of which keep[] is 0 become unknown.
void bindings_forget(Program *p, const uint8_t keep[]);
// Rewrites the values of all bindings.
void bindings_map(Program *p, TermLeaf leaf, void *context, Map *cache);
// (Forgetting and rewriting hold for the variables of source loops as well.)

// ---- source loops ----
// Locations are gone as for bindings_move.  STATE_KEPT: 'into' has the same state, so the head of a loop is there
// now; STATE_CHANGED: something happens between, and where the head was is lost.
typedef enum StateChange { STATE_KEPT, STATE_CHANGED } StateChange;
void loops_move(Program *p, const LocId into[], StateChange change);
// Deletes loops whose head is not in seen[]: no run comes there.
void loops_delete(Program *p, const uint8_t seen[]);
#endif

// state.h - a run that stops between edges: its states are saved, restored, compared and hashed
//
// A Stepper is a run in progress.  Whoever drives it chooses at each step which thread takes its next edge; inputs come
// from RunOptions.choose and RunOptions.unwritten, else zero.  Each edge does what interpret.h says: a Stepper is the
// same machine, under other control.
//
//   run_save     the whole state: globals, the stack and locals of each thread, memory, mutexes.
//   run_restore  goes back to it; from there the same choices and inputs lead to the same states and end (the
//                message of a memory error may be less exact: dead objects are not saved).
//
// Two saved states are the *same* where every continuation of one is a continuation of the other, up to the addresses
// of objects made later.  Compared are: the values of all globals and of all locals of open calls (also of
// those that are read no more), locations, calls, waiting threads, the holders of mutexes, live objects with their
// addresses, sizes and written bytes.  Not compared: objects that are dead (an access to one ends the run in both),
// bytes never written (they are inputs), the number of steps, which thread ran last, where the next object will be.
// run_state_hash is equal for states that are the same.
//
// A Stepper keeps no trace of what it consumed: repeat the choices by interpreter_run to get one.  An Interpreter
// serves one Stepper at a time, and no other run meanwhile.  States belong to the caller and may outlive the Stepper,
// not the Interpreter.
#ifndef STATE_H
#define STATE_H
#include "program/run/interpret.h"

typedef struct Stepper Stepper;
// Before the first edge.  Of the options, limits and sources of inputs count; 'inputs', 'trace' and 'observe' must be
// NULL, and the 'occurrence' that 'unwritten' is given means nothing.
Stepper *stepper_new(Interpreter *it, const RunOptions *options);
void stepper_free(Stepper *s);

RunEnd stepper_end(const Stepper *s); // RUN_GOING: it can go on
const char *stepper_message(const Stepper *s);
uint64_t stepper_steps(const Stepper *s); // edges taken since the start

// ---- threads ----
uint32_t stepper_threads(const Stepper *s); // that were created, ended ones included
// Can it take an edge now?  Not if it has ended or waits, or another one is in an atomic section.
bool stepper_can_run(const Stepper *s, uint32_t thread);
LocId stepper_at(const Stepper *s, uint32_t thread);       // of its innermost call; 0: it has ended
uint32_t stepper_depth(const Stepper *s, uint32_t thread); // open calls
bool stepper_in_atomic(const Stepper *s, uint32_t thread);

// The thread, which can run, takes its next edge.  False: the run has ended.  An edge that has to wait for a mutex or
// a thread is not taken: then the thread can no longer run, and no step is counted.
bool stepper_step(Stepper *s, uint32_t thread);
EdgeId stepper_last_edge(const Stepper *s); // the last one taken or tried

// ---- values ----
// Of a term over the globals and the locals of the innermost call of the thread that ran last.
typedef struct RunTerm RunTerm;                 // compiled once, for many states
RunTerm *run_term_new(Interpreter *it, Term a); // NULL: it cannot be evaluated
void run_term_free(RunTerm *term);
Value stepper_value(Stepper *s, const RunTerm *term);
// Bytes of a live object, little-endian, at most 16; false where there is none, or one of them was never written.
bool stepper_read(Stepper *s, uint64_t address, uint32_t bytes, Value *value);
bool stepper_object(Stepper *s, uint64_t address, RunObject *object); // as run_view_object
// Is the address in memory that heap or stack objects had, or have?
bool stepper_was_object(const Stepper *s, uint64_t address);

// ---- states ----
typedef struct RunState RunState;
RunState *run_save(Stepper *s); // while it is going
void run_restore(Stepper *s, const RunState *state);
void run_state_free(RunState *state);
uint64_t run_state_hash(const RunState *state);
bool run_state_same(const RunState *a, const RunState *b);
size_t run_state_bytes(const RunState *state); // what it costs
#endif

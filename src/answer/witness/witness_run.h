// witness_run.h - a run along a violation witness
//
// The interpreter runs the program and takes its inputs from the waypoints:
//
//   function_return   \result == c at the call that asks: c; with <, <=, ... the nearest value;
//   assumption        x == c, where x is the variable that gets the input, or is not initialised: c.
//
// Inputs of which nothing is said are 0: where that does not lead to the target, the caller may
// look for another run.  Waypoints that say something else (branchings, calls
// entered, other conditions, what is to be avoided) are not used: a run that reaches the target is
// a violation whether it passes them or not.
#ifndef WITNESS_RUN_H
#define WITNESS_RUN_H
#include "answer/witness/witness.h"

typedef struct WitnessRun {
    bool reached; // the error, at the target, having used each function_return
    RunResult run;
    uint32_t unused; // waypoints of the other kinds
    Reason missed;   // !reached: what did not come to pass
} WitnessRun;
// False with a reason where the sources cannot be read.
bool witness_run(const Program *p, const Input *input, const Witness *w, Arena *arena, WitnessRun *result, Reason *why);

// Changes a copy of the program so that errors are reached only by runs that pass each function_return.
bool witness_narrow(Program *q, const Input *input, const Witness *w, Arena *arena, Reason *why);

// Is 'result->run', from elsewhere, a run along the witness?
bool witness_follows(const Program *p, const Input *input, const Witness *w, Arena *arena, WitnessRun *result,
                     Reason *why);

// "NAME == NUMBER" or "\\result OP NUMBER" as a value; 'name' is in 'arena'.  For the tests.
bool waypoint_value(const char *constraint, ValueType type, Arena *arena, const char **name, Value *value);
// Does an input fulfil "\\result OP NUMBER"?
bool waypoint_holds(const char *constraint, const TraceInput *input, bool is_unsigned, Arena *arena);
#endif

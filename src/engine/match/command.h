// command.h - what a run did from one point to the next, as a guarded command
//
// The edges that a run took between two points are one straight line: a guarded command g -> x := e of the paper's
// language.  'guard' are the conditions of its tests, one after the other, and 'now' what variables and
// regions have become, all over the state before and over inputs: variables of their own, one for each edge that
// takes one ("input!E").
//
// A test is an *end* where the program has no other way from there to another point: runs that fail it
// stop, and what stops makes no difference to what is reached.
#ifndef COMMAND_H
#define COMMAND_H
#include "program/step/encode.h"
#include "system/system.h"

typedef struct GuardedCommand {
    VecTerm guard;    // over the state before and the inputs
    VEC(bool) is_end; // by conjunct of 'guard'
    VecTerm from, to; // variables and regions, and what they have become
    VecTerm inputs;   // the variables
    VecU32 input_of;  // by input: its edge
    bool inexact;     // something on the way cannot be expressed: an allocation, a call
} GuardedCommand;

typedef struct CommandBuilder CommandBuilder; // of one program
CommandBuilder *command_builder_new(Procedure *pc);
void command_builder_free(CommandBuilder *cs);

// 'blocked': where the run ended because no test held, or 0: that they do not is then part of the guard.
void command_build(CommandBuilder *cs, const VecU32 *edges, LocId blocked, GuardedCommand *out);
void command_free(GuardedCommand *c);
// A formula about the state after, as one about the state before and the inputs.
Term command_before(CommandBuilder *cs, const GuardedCommand *c, Term after);
// Does the formula speak of inputs?
bool command_has_inputs(CommandBuilder *cs, const GuardedCommand *c, Term formula);
#endif

// states.h - one copy of a location for each state of the state variables
//
// State machines, schedulers and protocols keep where they are in variables that only ever get a few
// constants.  Here such variables become part of the control: a location is copied for each combination of
// values they can have there, tests of them are decided, and what no combination reaches is gone.  What is left is
// a larger graph of smaller steps, the same program: each run takes copies of the same edges in the
// same order, but for tests that are decided.
//
//   while (1) switch (s) {            s = 0 --> s = 1 --> s = 2
//     case 0: s = 1; ...      ==>               ^          |
//     case 1: s = 2; ...                        +----------+
//     case 2: s = 1; ... }
//
// It is partial evaluation with respect to these variables, each copy for exactly one state of them.  Which
// variables are followed: those that get constants and are tested, the most tested first, as many as the budget allows.
//
// A proof about the copies is one about the program: at a location one of its copies is reached, with the values that
// belong to it and with what holds there.
#ifndef STATES_H
#define STATES_H
#include "program/program.h"

typedef struct States States;
enum { STATES_USUAL = 20000 };

// Replaces the entry function's graph where that pays; only programs of one function and one thread.  NULL: all
// stays as it was.  At most 'budget' locations are made.
States *states_split(Program *p, uint32_t budget);
void states_free(States *s);

uint32_t states_followed(const States *s); // how many variables
// The cycle heads of the old graph.  Every cycle of the new one meets a copy of them, and the copies are cuts.
const VecU32 *states_heads(const States *s);
// The copies of a location, one after the other; 0: no more.
LocId states_first(const States *s, LocId loc);
LocId states_next(const States *s, LocId copy);
// What the variables followed are at a copy, as a formula.
Term states_values(const States *s, LocId copy);
EdgeId states_edge(const States *s, EdgeId copy); // what it is a copy of
#endif

// of_states.h - a claim about copies of locations (program/pass/states.h), mapped back to the original locations
//
// At a location one of its copies is reached, with the values that belong to it and with what holds there.  Where
// slicing passes a copy, what holds at the test that it goes straight on from holds there too (program.h, PassedCut).
// Copies of which nothing is known are those from which the error cannot be reached.
#ifndef OF_STATES_H
#define OF_STATES_H
#include "engine/engine.h"
#include "program/pass/states.h"

// 'p': the program with the copies, as the engine got it.
void claim_of_states(Claim *claim, const States *states, const Program *p);
#endif

// rail.h - expressions of Boolean programs as Boolean functions
//
// An expression with choices has several values: 'can1' and 'can0' are the states in which it can be true, false.
// Choices are independent of each other, so both are computed from those of the parts.
#ifndef BP_RAIL_H
#define BP_RAIL_H
#include "bp/bp.h"
#include "logic/reason/bdd.h"

typedef struct Rail {
    Bf can1, can0;
} Rail;
// Where the variables are in the table: 'place' by variable, and by the number of variables + variable for 'x.
Rail bp_rail(Bfs *b, const BpProgram *p, BpExpr e, const uint32_t place[], uint32_t variables);
// The states in which the variable 'at' of the table can be a value of the expression.
Bf bp_rail_is(Bfs *b, Rail rail, uint32_t at);
#endif

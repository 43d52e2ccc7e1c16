// worlds.h - Horn clauses over bit-vectors, solved in other worlds
//
// The solver's fixed-point engine is at home with linear integers.  So the clauses
// are posed in three worlds, one after the other:
//
//   ideal     integers that never wrap (ideal.h): a guess;
//   integers  with explicit wrap-around (logic/reason/integer.h), where clauses allow more than they do;
//   bits      the clauses as they are.
//
// What comes back is split into conjuncts over bit-vectors.  Of a guess, those that do not follow from
// the others by every clause, exactly, are dropped (as in C. Flanagan, R. Leino, "Houdini",
// FME 2001).  What is left is known from then on, whether it is a solution or not.
#ifndef WORLDS_H
#define WORLDS_H
#include "logic/smt/horn.h"

typedef enum World { WORLD_IDEAL, WORLD_INTEGERS, WORLD_BITS, WORLD_COUNT } World;

typedef struct Worlds Worlds;
// 'origin' gives the variable that a variable of a clause is a copy of.  The system must not change any more.
Worlds *worlds_new(const Horn *horn, TermLeaf origin, void *context);
void worlds_free(Worlds *w);

// SOLVED: worlds_known is a solution, unless the solver errs.  UNSOLVABLE claims nothing but in the world of bits;
// 'derivation' as in horn_derive.
HornAnswer worlds_solve(Worlds *w, World world, SmtLimits limits, VecU32 *derivation, Reason *why);
const Term *worlds_known(const Worlds *w); // by relation: what certainly holds
const char *world_name(World world);
#endif

// encodings.h - Horn clauses over bit-vectors, solved in several encodings
//
// The solver's fixed-point engine is at home with linear integers.  So the clauses
// are posed in three encodings, one after the other:
//
//   ideal     integers that never wrap (ideal.h): a guess;
//   integers  with explicit wrap-around (logic/reason/integer.h), where clauses allow more than they do;
//   bits      the clauses as they are.
//
// What comes back is split into conjuncts over bit-vectors.  Of a guess, those that do not follow from
// the others by every clause, exactly, are dropped (as in C. Flanagan, R. Leino, "Houdini",
// FME 2001).  What is left is known from then on, whether it is a solution or not.
#ifndef ENCODINGS_H
#define ENCODINGS_H
#include "logic/smt/horn.h"

typedef enum Encoding { ENCODING_IDEAL, ENCODING_INTEGERS, ENCODING_BITS, ENCODING_COUNT } Encoding;

typedef struct Encodings Encodings;
// 'origin' gives the variable that a variable of a clause is a copy of.  The system must not change any more.
Encodings *encodings_new(const Horn *horn, TermLeaf origin, void *context);
void encodings_free(Encodings *e);

// A formula over the scope of the relation that certainly holds of it; with those of all relations it is inductive.
void encodings_assume(Encodings *e, uint32_t relation, Term formula);
// From now on guesses are taken as they are.  What is known may not hold then: only the proof check can tell.
void encodings_trust(Encodings *e);
// Conjuncts, by relation, of which those that are inductive together are known from then on.  True: that is a solution.
typedef VEC(VecTerm) Guesses;
bool encodings_guess(Encodings *e, Guesses *guesses);
// Of what is known of the relation, drops the conjuncts that no clause needs whose body has it.
void encodings_weaken(Encodings *e, uint32_t relation);
bool encodings_done(Encodings *e); // is what is known a solution already?

// SOLVED: encodings_known is a solution, unless the solver errs.  UNSOLVABLE claims nothing but in the encoding of
// bits; 'derivation' as in horn_derive.
HornAnswer encodings_solve(Encodings *e, Encoding encoding, SmtLimits limits, VecU32 *derivation, Reason *why);
const Term *encodings_known(const Encodings *e); // by relation: what certainly holds
const char *encoding_name(Encoding encoding);
#endif

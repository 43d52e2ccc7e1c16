// why_dead.h - for people: why no run comes to a place that was proved dead
//
// The proof is another one (answer/check), and need not say anything about this place.  Here the tests and assignments
// that every run has passed before it, in its function, and whose variables did not change since, are collected; as few
// of them as exclude the place are its reason: "because y < z is true (line 4) and x > y is false (line 9)".  Values in
// memory are followed from a store to a load of the same address; stores to other addresses in between are taken to
// write other bytes, so this is an explanation and no proof.
#ifndef WHY_DEAD_H
#define WHY_DEAD_H
#include "program/program.h"

typedef struct WhyDead WhyDead;
WhyDead *why_dead_new(const Program *p);
void why_dead_free(WhyDead *w);
// Why the edge is not taken, with 'condition' true behind it (no term: in any case); NULL: its function does not say.
// The text is in 'arena'.
const char *why_dead(WhyDead *w, EdgeId edge, Term condition, Arena *arena);
#endif

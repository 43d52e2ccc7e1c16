// shared.h - for people: which variables the accesses that might race are of, and what protects each
//
// Of a proof by locks the check knows why each pair of accesses is no race (check_locks.h).  Other proofs are about
// all interleavings as a whole: of them it is only said which variables are accessed by atomic operations alone.
#ifndef SHARED_H
#define SHARED_H
#include "answer/check/check_locks.h"

typedef struct SharedPlace {
    const char *name; // "count", "heap@12"
    uint32_t accesses;
    const char *by; // "lock mutex; atomic operations"
} SharedPlace;
typedef VEC(SharedPlace) SharedPlaces;

// 'pairs' is NULL where the proof is not by locks.  In the order of the program; texts are in 'arena'.
void shared_places(const Program *p, const SafePairs *pairs, Arena *arena, SharedPlaces *out);
#endif

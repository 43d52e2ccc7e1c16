// precision.h - which predicates an abstraction follows where
//
// Each point of the cutpoint graph has its own set of predicates, over the
// variables that matter there, and a way to use them: the cartesian abstraction, or
// the Boolean one where that loses too much (abstract.h).
#ifndef PRECISION_H
#define PRECISION_H
#include "logic/term.h"

typedef struct PrecisionAt {
    VecTerm predicates;
    Map has;    // predicate -> 1
    bool whole; // use the Boolean abstraction
} PrecisionAt;
typedef struct Precision {
    Terms *t;
    uint32_t points;
    PrecisionAt *at; // by point
} Precision;

void precision_init(Precision *p, Terms *t, uint32_t points);
void precision_free(Precision *p);
// Each says whether something is new.
bool precision_add_atoms(Precision *p, uint32_t point, Term formula); // a predicate and its negation are one
bool precision_add(Precision *p, uint32_t point, Term predicate);
bool precision_use_whole(Precision *p, uint32_t point);

typedef struct PrecisionStats {
    uint32_t total;   // different predicates
    uint32_t most;    // at one point
    double average;   // over points that have some
    uint32_t boolean; // points with the Boolean abstraction
} PrecisionStats;
PrecisionStats precision_stats(const Precision *p);
#endif

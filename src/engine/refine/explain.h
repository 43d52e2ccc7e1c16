// explain.h - why a path cannot be taken, case by case
//
// Along a path, place by place: the states after a step are asked for one at a time;
// each is generalised to a cube - a conjunction of few facts - that already keeps
// the rest of the path from being taken, as an unsat core says; until the cubes
// cover all states.  What a place is explained by is the disjunction of its cubes.
//
// Facts are, in this order of preference: conditions of the program that the rest of the
// path asks about the place, and values of single variables.  So explanations
// speak of what the program speaks of, however many ways lead through its blocks.
// Variables whose values need not repeat (counters) are bad to know the values of;
// 'with_values' allows it.
#ifndef EXPLAIN_H
#define EXPLAIN_H
#include "logic/smt/smt.h"

typedef struct Explainer Explainer;
typedef bool (*Varies)(void *context, Term variable); // does it count?
Explainer *explainer_new(Terms *t, Varies varies, void *context);
void explainer_free(Explainer *e);

// The sequence a[0] .. a[n - 1] must be unsatisfiable.  Fills in out[0] = true, ..., out[n] =
// false such that out[i], known[i] (may be NULL) and a[i] imply out[i + 1].  False: not found.
bool explain_path(Explainer *e, uint32_t n, const Term a[], const Term known[], bool with_values, Term out[]);

typedef struct ExplainStats {
    uint64_t asked, found, cubes;
    double seconds;
} ExplainStats;
ExplainStats explainer_stats(const Explainer *e);
#endif

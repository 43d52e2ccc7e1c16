// refine.h - why a sequence of steps cannot be taken
//
// A path is a sequence of formulas over copies of the variables, one set of
// copies per place (path.h).  It is looked at in three encodings:
//
//   ideal     integers that never wrap (ideal.h): its explanations are the shortest and
//             most general, and are guesses, each checked against the exact steps;
//   integers  with explicit wrap-around (logic/reason/integer.h): what is explained there holds;
//   bits      the exact formulas.
//
// A feasible path is only ever claimed over bits.
//
// Explanations are sequence interpolants: formulas over the variables of
// each place, over bit-vectors whichever encoding they come from.
#ifndef REFINE_H
#define REFINE_H
#include "engine/refine/explain.h"
#include "logic/reason/integer.h"
#include "logic/reason/interpolate.h"

typedef enum PathAnswer { PATH_UNDECIDED, PATH_SPURIOUS, PATH_FEASIBLE } PathAnswer;

#define REFINE_STATS(X)                           \
    X(asked, "paths looked at")                   \
    X(guessed, "explained by a guess that holds") \
    X(wrong_guesses, "guesses that did not hold") \
    X(by_cases, "explained case by case")         \
    X(by_integers, "explained over integers")     \
    X(by_bits, "explained over bit-vectors")      \
    X(feasible, "found feasible")                 \
    X(undecided, "not decided")                   \
    X(implications, "implications asked")         \
    X(implication_hits, "of these, answered from what is known")
typedef struct RefineStats {
#define REFINE_FIELD(name, text) uint64_t name;
    REFINE_STATS(REFINE_FIELD)
#undef REFINE_FIELD
} RefineStats;

typedef struct Refiner Refiner;
// 'origin' gives the variable that a variable of a path is a copy of; 'varies' tells
// whether its values need not repeat.
Refiner *refiner_new(Terms *t, TermLeaf origin, Varies varies, void *context);
void refiner_learn(Refiner *r, Term formula); // a formula whose copies will be on paths
void refiner_free(Refiner *r);
const char *refiner_reason(const Refiner *r); // of the last PATH_UNDECIDED
const RefineStats *refiner_stats(const Refiner *r);
ExplainStats refiner_explain_stats(const Refiner *r);

// SPURIOUS: out[0] = true, out[i] and a[i] imply out[i + 1], out[n] = false; n + 1 places.
// 'known' are n formulas, that of place i known to hold before a[i], or NULL; the implications may use them.
// FEASIBLE: refiner_value gives the model, until the next question.
PathAnswer refine_path(Refiner *r, uint32_t n, const Term a[], const Term known[], Term out[]);
// Asks the first two encodings only: FEASIBLE claims nothing.
PathAnswer refine_guess(Refiner *r, uint32_t n, const Term a[], const Term known[], Term out[]);
// refine_path, given up early; a feasible path is left undecided.
PathAnswer refine_try(Refiner *r, uint32_t n, const Term a[], const Term known[], Term out[]);
Term refiner_value(Refiner *r, Term a); // no term: not known

// True only where it is certain.
bool refine_implies(Refiner *r, Term strong, Term weak);
bool refine_excludes(Refiner *r, Term a, Term b); // never both
#endif

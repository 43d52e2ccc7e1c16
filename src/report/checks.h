// checks.h - what there is to check: the places where the property can fail
#ifndef CHECKS_H
#define CHECKS_H
#include "answer/story/story.h"

typedef enum CheckState { CHECK_OPEN, CHECK_PROVED, CHECK_FAILS } CheckState;
typedef struct Check {
    const char *what; // happens there if it fails
    StoryPlace at;
    const char *kind;  // "write", "overflow"
    const char *asked; // what must be so, with the C text of the place (checks_word); NULL: not worded
    // Where it got an answer of its own (--all):
    CheckState state;
    const char *found, *run; // FAILS: what happens in the run that was found; its path and inputs, as lines
} Check;
typedef VEC(Check) Checks;

// Each place of the source once, whatever copies of it there are.  The caller frees the vector.
Checks checks_of(const Program *p);
// Says what is asked at each place, in C words.  The texts are in the arena.
void checks_word(Checks *checks, Arena *arena);
// Ends the runs of a program, a copy of the one that the checks are of, at those checks that do not count: they are no
// violation there.
void checks_keep(Program *p, const Checks *checks, const uint8_t counts[]);
// How many goals no edge leads to: passes have found that they cannot be reached.  Not those of library models.
uint32_t checks_settled(const Program *p);
// What a verdict takes for granted, as sentences: what the front end assumed, and what no
// property looks for.  The caller frees the vector.
typedef VEC(const char *) Assumptions;
Assumptions assumptions_of(const Program *p);
// The functions they are in, each once, at most 'most' names: "main, f and 3 more".
void checks_functions(const Checks *checks, uint32_t most, Text *out);
#endif

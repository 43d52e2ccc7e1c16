// checks.h - what there is to check: the places where the property can fail
#ifndef CHECKS_H
#define CHECKS_H
#include "answer/story/story.h"

typedef struct Check {
    const char *what; // happens there if it fails
    StoryPlace at;
} Check;
typedef VEC(Check) Checks;

// Each place of the source once, whatever copies of it there are.  The caller frees the vector.
Checks checks_of(const Program *p);
// What a verdict takes for granted, as sentences: what the front end assumed, and what no
// property looks for.  The caller frees the vector.
typedef VEC(const char *) Assumptions;
Assumptions assumptions_of(const Program *p);
// The functions they are in, each once, at most 'most' names: "main, f and 3 more".
void checks_functions(const Checks *checks, uint32_t most, Text *out);
#endif

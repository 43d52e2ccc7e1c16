// build.h - the compiled program with a harness: plans the harness, compiles, links until nothing is missing
#ifndef BUILD_H
#define BUILD_H
#include "answer/replay/compile.h"

typedef struct Build {
    Compilation c;
    Harness plan;
    const char *file;  // the harness, while we work
    const char *shown; // its name for people
} Build;

// The caller then initialises 'plan' (harness_init).
Build build_start(const FrontendInput *in, const char *compiler, const char *directory, const char *shown,
                  Arena *arena);
void build_free(Build *b);

bool build_all(Build *b, Reason *why);    // Compilation.executable is then there
char *build_harness(const Build *b);      // the text of the harness
char *build_directory(Arena *arena);      // a new temporary one; NULL where there cannot be one
void build_remove(const char *directory); // with all that is in it
#endif

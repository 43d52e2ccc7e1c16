// gcov.h - what the tests of a suite cover, as gcov counts it: the compiled program runs, not the interpreter
//
// The program's files are compiled with --coverage and linked with the suite's driver.  Each vector is one run, in the
// sandbox that compilers get: it can read the suite and write the counters, in a directory of its own.
#ifndef GCOV_H
#define GCOV_H
#include "spec/frontend_input.h"

#define SUITE_LIBRARY "library_" // files of a suite: models of the library, "library_stdio.c"

typedef struct GcovLine {
    const char *file; // as the compiler was given it
    uint32_t line;
    uint64_t count;           // how often it was executed
    uint32_t branches, taken; // of it, and how many of these were taken
} GcovLine;
typedef struct Gcov {
    VEC(GcovLine) lines;
    uint32_t runs;
} Gcov;

// 'vectors' are paths of files.  False with the reason where nothing could be measured.  The texts live in 'arena'.
bool gcov_measure(const FrontendInput *in, const char *directory, uint32_t n, const char *const vectors[], Arena *arena,
                  Gcov *out, Reason *why);
void gcov_free(Gcov *g);
#endif

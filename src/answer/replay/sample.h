// sample.h - before 'true' is printed: does the compiled program fail on inputs that are guessed?
//
// Engines and proof check share the front end, the memory model and the models of the library: a mistake there is
// seen by none of them.  The compiled program shares nothing.  So it is run, in the sandbox, on a few inputs:
// zeros, numbers that the program compares with, small and random ones.  A run that fails contradicts the proof.
// Assumptions of the answer are not excuses: a user would rather know.
//
// A program with threads and atomic sections is not run: compiled, its sections are not atomic.
// Without a compiler or a sandbox, or where the time is up, fewer runs are made, or none.
#ifndef SAMPLE_H
#define SAMPLE_H
#include "frontend/frontend.h"
#include "program/program.h"

typedef struct Sample {
    uint32_t runs;
    bool failed;        // a run reached the error
    const char *inputs; // of that run, "f() = 1, g() = 2"; "" where it has none
} Sample;

// 'seconds': how long it may take, about.
Sample sample_program(const Program *p, const FrontendInput *in, double seconds, Arena *arena);
#endif

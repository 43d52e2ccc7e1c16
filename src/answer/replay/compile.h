// compile.h - the program and its harness, compiled by an ordinary compiler
//
// Not the front end's way: the program is compiled as its user would do it, by
// gcc first.  Arithmetic is that of a Program: integers wrap, floats are not
// fused nor kept in wider registers.
#ifndef COMPILE_H
#define COMPILE_H
#include "answer/replay/harness.h"
#include "base/sandbox/sandbox.h"

typedef struct Compilation {
    Arena *arena;
    const FrontendInput *in;
    const char *directory;     // for temporary files
    const char *compiler;      // "gcc"
    bool address_checks;       // by AddressSanitizer
    bool coverage;             // counted by gcov
    bool races;                // the harness has what -fsanitize=thread calls (harness_races.c)
    bool zeroed;               // local variables start as zero: uninitialised ones then have a known value
    double seconds;            // of wall time for each call of the compiler; 0: the usual
    bool gnu_inline;           // 'inline' functions are defined in each file
    const char *include;       // a file to include into each one, or NULL
    VEC(const char *) library; // models of the library, compiled
    VEC(const char *) objects; // the program's files, compiled
    Symbols symbols;           // of them
    const char *executable;
} Compilation;

void compilation_free(Compilation *c);

// Compiles the program's files; 'symbols' are then theirs.
bool compile_program(Compilation *c, Reason *why);

// Compiles models of the library (world.h): 'sources' are files.  The two others say what names are called then; those
// of the program's objects are changed.
bool compile_world(Compilation *c, const Texts *sources, const char *names, const char *program_names, Reason *why);

// Compiles the harness and links all.  Where names are missing they are in 'missing' (of 'arena') and 'why' is "".
bool compile_harness(Compilation *c, const char *harness, VecU32 *missing, Names *names, Reason *why);

// The command that does the same, with 'harness' for the harness, and runs it, as lines of text in 'arena'.
const char *compile_command(const Compilation *c, const char *harness, const Harness *plan);
#endif

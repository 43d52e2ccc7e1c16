// harness.h - a C file that makes the compiled program fail as the run did
//
// The harness is compiled next to the original program and defines what that
// lacks: __VERIFIER_nondet_* and functions without body return the recorded
// values in the order of the run, __VERIFIER_assume ends the program where it
// does not hold, and so on.  When the error is reached it says so on standard
// error (HARNESS_MARK) and exits with HARNESS_REACHED:
//
//   - a call of an error function: the harness defines the function, or, where
//     the program does, is told of each function entered: -finstrument-functions;
//   - a failing assert(): the harness defines __assert_fail and its kin;
//   - a data race: -fsanitize=thread for the program's files, with functions of the harness in place of its library;
//   - an overflow: -fsanitize=... -fsanitize-undefined-trap-on-error, and SIGILL.
//
// Memory of the environment, where the run used it, is mapped at its addresses before anything else runs, with the
// bytes that the run read there; where that fails the program exits with HARNESS_UNMAPPED.
//
// Blocks of the heap have the bytes that the run read there before it wrote them: the harness has its own malloc then.
//
// Instead of replaying a run the harness can sample (harness_sample): each input is then a value from a list, or drawn
// at random from a seed, which is the program's first argument.  Where the error is reached it first writes what the
// inputs were, a line each: HARNESS_SAMPLED, the function, the value.  Such a run ends by SIGPROF when it has used
// HARNESS_SAMPLE_MICROSECONDS.
//
// Inputs given by rules (program/run/rules.h) are not in a list: the harness has the program as Hone reads it as a
// function (emit.h), which runs by turns with the compiled program and says what its inputs are.  The error counts only
// if both reach it; then how far that run was is told first (HARNESS_RUN, the edge, the steps).
//
// Or it feeds (harness_feed): the driver of a test suite.  Inputs are read from the file that the environment variable
// HARNESS_VECTOR names, a line FUNCTION VALUE each, in the order in which the program asks for them; zeros follow.  A
// run ends by SIGPROF after HARNESS_TEST_SECONDS.  Functions of the C library that the Program has no model of are
// functions without body there: the driver takes their place.  Those whose results the world decides are models
// (world.h).  Compiled with --coverage what was counted is written
// however it ends.
//
// A static error function is made known to the linker by including the
// harness into each file (-include): only a .globl directive is left of it there.
//
// Without these flags, by a plain cc, the program gets the same inputs and
// does then whatever it does.
#ifndef HARNESS_H
#define HARNESS_H
#include "answer/replay/world.h"
#include "frontend/frontend.h"
#include "program/run/emit.h"

enum { HARNESS_REACHED = 103, HARNESS_DIVERGED = 104, HARNESS_UNMAPPED = 105, HARNESS_SAMPLE_MICROSECONDS = 60000 };
enum { HARNESS_TEST_SECONDS = 2 };
#define HARNESS_VECTOR "HONE_VECTOR"
#define HARNESS_SAMPLED "HONE: input "
#define HARNESS_RUN "HONE: run "
#define HARNESS_MARK "HONE: the error was reached"
#define HARNESS_NO_RETURN "__asan_handle_no_return" // what the linker calls __wrap_... of the harness in place of
#define HARNESS_REPORT "ERROR: AddressSanitizer: "  // what AddressSanitizer says when it exits with HARNESS_REACHED
enum { HARNESS_ADDRESS_MEGABYTES = 2048 };          // of memory itself: it reserves terabytes of addresses

typedef enum HarnessRole {
    ROLE_INPUT,    // a function that returns recorded values
    ROLE_NOTHING,  // a function that does nothing
    ROLE_VARIABLE, // a variable that no file defines
    ROLE_ERROR,    // a function that must not be called
    ROLE_ABORT,    // a function that ends the program
    ROLE_ASSUME,   // __VERIFIER_assume
    ROLE_ASSERT,   // __VERIFIER_assert
    ROLE_VERDICT,  // of a rule: 0 kept, above violated, below the run ends
} HarnessRole;

typedef struct HarnessSymbol {
    const char *name;
    HarnessRole role;
    VEC(ValueType) results; // INPUT: the parts of what it returns
    const char *type;       // INPUT: its C type, where known; else NULL
    bool of_library;        // the C library has it, and the harness takes its place
    ObjId object;           // VARIABLE
} HarnessSymbol;

typedef struct Harness {
    Arena *arena;
    const Program *p;
    const FrontendInput *in;
    const RunResult *run;    // it ended in RUN_ERROR; sampling: an empty one
    const InputRules *rules; // that give the inputs; NULL: the run has them.  The program has no emit_trouble
    World world;             // feeding: models of the library that are linked
    bool races; // it ended in a data race: the harness imposes its order, and looks for the race (harness_races.c)
    bool sampling, feeding;
    uint32_t n_values; // sampling: values to try
    const int64_t *values;
    VEC(HarnessSymbol) symbols;
    VEC(const char *) watched;   // error functions that the program defines
    VEC(const char *) revealed;  // static functions that the linker must know
    VEC(const char *) arguments; // of main
    VEC(ValueType) parameters;   // of the entry function, where that is not main
    bool has_main;               // the program defines main
    bool addresses;              // compiled with AddressSanitizer
} Harness;

void harness_init(Harness *h, Arena *arena, const Program *p, const FrontendInput *in, const RunResult *run);
void harness_free(Harness *h);
void harness_sample(Harness *h, uint32_t n, const int64_t values[]); // kept by harness_restart
void harness_feed(Harness *h);                                       // the same
void harness_restart(Harness *h);                                    // forgets what was planned

// Decides what to define; 'symbols' are those of the compiled program.
void harness_plan(Harness *h, const Symbols *symbols);
// Defines one more name, which the linker missed.
void harness_add(Harness *h, const char *name);

// Does the compiled program get this input of the run from the harness?
bool harness_gives(const Harness *h, const TraceInput *input);
bool harness_gives_kind(const Harness *h, InputKind kind, const char *name); // one of this kind and function?

// 'command' tells how to compile and run it, for people.
void harness_write(const Harness *h, const char *command, FILE *out);
// Parts of it: what makes up inputs, and what follows rules.
void harness_write_sampler(const Harness *h, FILE *out);
void harness_write_rules(const Harness *h, FILE *out);
void harness_write_feeder(const Harness *h, FILE *out);
// Can the order of a run that ended in a data race be imposed?
bool harness_follows_races(const Program *p, const RunResult *run);
void harness_write_races(const Harness *h, FILE *out);
// What a program needs that is compiled with AddressSanitizer: its options, as a function in C (whether it reports
// divisions by zero), and a function in place of HARNESS_NO_RETURN.
void harness_write_options(bool reports_division, FILE *out);
#endif

// frontend_input.h - what the front end is given: the files, how to compile them, and which events to show
#ifndef FRONTEND_INPUT_H
#define FRONTEND_INPUT_H
#include "base/sandbox/sandbox.h"
#include "base/vec.h"
#include "spec/property.h"
#include "spec/rule/rule.h"

typedef struct SourceFile {
    const char *path;
    VEC(const char *) arguments; // for the compiler, for this file only
    bool strict;                 // -Werror=... among these count, which else give way to -w
    const char *appended;        // C text that is compiled behind the file's own (appended.h), or NULL
} SourceFile;
typedef VEC(SourceFile) SourceFiles;

// What a function without a body does, in the order of --externals.
typedef enum Externals {
    EXTERNALS_HAVOC, // returns any value, writes anything through the pointers it gets or got before
    EXTERNALS_PURE,  // returns any value
    EXTERNALS_STOP,  // is unmodelled
} Externals;

// The files are copies of others with calls of checkers put in: see same_code.h.
typedef struct InsertedRange { // as the compiler counts
    const char *file;
    uint32_t line, first, last;
} InsertedRange;
typedef struct Copy {
    const SourceFiles *original; // of the first files, in order
    const char *checker;         // what the names of checkers start with
    VEC(InsertedRange) ranges;   // of the calls
    bool reads_memory;           // set: an argument of a checker may be loaded from a bad address
} Copy;

// A program without main (--entries): 'init' runs, then the entries, any of them, any number of times, with arguments
// that may be anything, then 'exit'.
typedef struct Driver {
    VEC(const char *) entries;
    const char *init, *exit; // or NULL
    bool threads;            // each call is a thread of its own (--threads any:FUNC)
    // Or a program with interrupts: 'main', then the tasks, any of them, any number of times; interrupts at any time.
    VEC(const char *) isrs, tasks;
    VEC(const char *) off, on; // functions that turn interrupts off and on
    const char *main;
} Driver;
#define DRIVER_MAIN "__hone_driver"          // the function that does it
#define DRIVER_ISR_PREFIX "__hone_isr_"      // NUMBER_FUNC: what a thread for the interrupt FUNC runs
#define INTERRUPT_PREFIX "__hone_interrupt_" // begin, end, off, on: functions that are INTERRUPT commands

static inline bool driver_has_interrupts(const Driver *d) {
    return d && (d->isrs.count || d->tasks.count);
}
static inline bool driver_weaves(const Driver *d) {
    return d && (d->off.count || d->on.count);
}

typedef struct FrontendInput {
    SourceFiles files;
    uint32_t pointer_bits; // 32: ILP32, 64: LP64
    const char *entry;     // the function where runs start
    EventSet events;       // to be made visible as EVENT; a run is not followed behind a call of one of the functions
    Externals externals;
    bool distinct; // each pointer from outside points to memory of its own
    bool malloc_may_fail;
    Protection replay;     // of the compiled program, where one is run
    bool sandbox_compiler; // compilers run in the sandbox, see reach.h
    const Rules *rules;    // whose handlers are called at their events, or NULL
    const Driver *driver;  // or NULL
    const char *also;      // a function that is read although the program does not call it, or NULL
    Copy *copy;            // or NULL; a file that is not its original with checks in it is refused
} FrontendInput;
#endif

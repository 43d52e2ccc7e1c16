// suite_files.h - the directory of a test suite that 'hone test --cover ... -o DIR' writes
//
//   vector_001.txt ...   the inputs of each test, a line FUNCTION VALUE each, in the order the program asks for
//                        them; before these lines argument "TEXT", for main
//   driver.c             defines what the program lacks, and feeds it the inputs of the file $HONE_VECTOR
//   library_stdio.c ...  models of the library that the driver feeds (world.h), where the program calls any
//   Makefile             check: builds the program with the driver and runs all tests; coverage: the same, counted by
//                        gcov; 'HONE_VECTOR=vector_001.txt gdb ./program' debugs one
//   test_001.xml ..., metadata.xml   the same tests in the exchange format of Test-Comp
//   coverage.tsv         what is claimed of each place: live with the first test that reaches it, dead, or open
//   coverage.info        live and dead places as a tracefile of lcov
//   annotated.txt        the source, with what is claimed of each line
//
// Files that Hone did not make are never overwritten (own_files.h).
#ifndef SUITE_FILES_H
#define SUITE_FILES_H
#include "answer/replay/world.h"
#include "program/run/trace.h"
#include "report/verdict.h"
#include "spec/input.h"

typedef struct SuiteTest {
    const Trace *trace;
    bool cut, threads; // its run was ended by a limit; depends on the schedule
    const char *fault; // its run ends in undefined behaviour: "FUNCTION: what and where"; or NULL
} SuiteTest;
// In the comments of a vector.
#define SUITE_CUT "the run was ended by a limit"
#define SUITE_THREADS "the run depends on the schedule"
#define SUITE_FAULT "the run ends in undefined behaviour in "
typedef struct Suite {
    const char *directory;
    const Input *input;
    const CoverFacts *facts;
    const char *driver; // C text; NULL: none could be made
    const World *world; // models of the library that go with it
    uint32_t n;
    const SuiteTest *tests;
} Suite;

bool suite_check(const char *directory, Reason *why); // can it be written?
bool suite_write(const Suite *s, Arena *arena, Reason *why);

const char *place_fate_text(PlaceFate fate); // "live", "dead", "open"
#endif

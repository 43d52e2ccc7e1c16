// test_files.h - the directory of tests that 'hone test -o DIR' writes
//
//   test_001.c ...   a program for each sequence: it ends with 0
//   fail.c           the sequence that fails, where there is one
//   run_all.c        runs all tests, says which fail, and ends with their number
//   Makefile         check: builds and runs them; coverage: measures branches of the container by gcov;
//                    fail: builds fail.c with AddressSanitizer
//
// The first line of each file says that Hone made it.  A file of such a name that does not is never overwritten or
// removed; tests of an earlier run are.
#ifndef TEST_FILES_H
#define TEST_FILES_H
#include "spec/api.h"
#include "spec/frontend_input.h"

typedef struct TestFiles {
    const char *directory;
    const Api *api;
    const ApiCalls *calls;
    const SourceFiles *sources; // of the container
    const SourceFile *test;     // its arguments are those of the tests
    const char *flags;          // for all files: "-m64"
} TestFiles;
typedef struct Sequence {
    uint32_t n;
    const uint32_t *calls;
} Sequence;

// Can they be written?  Makes the directory, and removes tests of an earlier run.  False with the reason.
bool test_files_check(const char *directory, Reason *why);
// 'failing' may be NULL; 'claim' says what happens in it.
bool test_files_write(const TestFiles *t, uint32_t n, const Sequence tests[], const Sequence *failing,
                      const char *claim, Arena *arena, Reason *why);
#endif

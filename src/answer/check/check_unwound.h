// check_unwound.h - does every run end, and none at the error?
//
// An engine that unwinds a program to the end of all its runs has no invariants to
// show.  What it claims is checked here by unwinding once more, over other formulas: those of
// program/step/block.h, on the program before slicing, from point to point of the cutpoint graph in
// rounds.  A round takes the states at each point one block further; states that
// meet at a point become one, whose values depend on the path.  The claim stands if no
// error is possible in any round and, in the end, nothing is left to go on from:
//
//   - where neither the error nor anything unknown can be reached any more, runs need not end;
//   - nor where each run that is at a point was there before with the same values;
//   - calls that are left (recursion) are unfolded as far as runs get: the innermost ones are
//     never reached;
//   - an object made in a round has an address of its own, like those of layout.h.
//
// The blocks and the state that matters are built here once more, in a smaller way: src/system/ is engine code, and a
// check shares none with the engines whose claims it checks.
//
// A program without inputs has one run; the interpreter says how that ends.
//
// Blocks allow more than runs do, never less; so the check may fail where the claim is right
// (sizes and lives of objects are not followed), and never stands where it is wrong.
#ifndef CHECK_UNWOUND_H
#define CHECK_UNWOUND_H
#include "program/program.h"

typedef struct UnwoundCheck {
    bool stands;
    uint32_t rounds;
    uint32_t questions; // asked of the solver
    uint64_t steps;     // of the program's only run; 0: it may have others
    Reason reason;      // it does not stand: in a word or two, for RESULT: unknown(...)
    Reason detail;      // a sentence more
} UnwoundCheck;

UnwoundCheck check_unwound(const Program *p, double seconds);
#endif

#include "report/advice.h"
#include "base/base.h"
#include <string.h>

// The first row that the reason starts with counts.
static const struct {
    const char *reason, *advice;
} advices[] = {
    // limits
    { "timeout", "give more time with --timeout SECONDS, or try another --engine" },
    { "memory error", "the only run found to the error has a memory error before it: look into that first" },
    { "memory", "give more memory with --memory MB, or try another --engine" },
    { "interrupted", "run it again to the end, or set a limit with --timeout SECONDS" },
    // engines
    { "bound", "raise --bound N (0: no bound), or prove loops with --engine impact or lazy" },
    { "deadlock", "try --engine bmc, impact or lazy, which look at all orders of the threads' steps, or runs" },
    { "recursion in threads", "--engine locks proves that such programs have no data races, runs looks for errors" },
    { "recursion", "try --engine whale or chc, which find summaries of functions, or bmc, which follows recursion as "
                   "deep as it goes" },
    { "calls", "a call was left in the program that this engine cannot treat: try --engine whale, chc or bmc" },
    { "threads", "the threads have too many interleavings for proofs; --engine runs looks for errors in them" },
    { "size", "make the object or the array smaller, or try --engine impact or lazy" },
    { "objects in one place", "this engine does not tell objects apart that a loop makes: try --engine bmc" },
    { "lives of objects", "this engine follows only the last object of each allocation: try --engine bmc" },
    { "interpolation", "try another --engine: lazy, impact and bmc meet different formulas" },
    { "solver", "try another --engine, or give more time: the formula was too hard for the solver" },
    // tests
    { "start", "look at what the lines 'container' and 'start' of the interface do" },
    { "not confirmed", "run the program by hand: compiled, it does not show the error" },
    // what is not modelled
    { "unmodelled: where objects lie", "let the program not depend on where its objects lie in memory" },
    { "unmodelled: result of", "give that function a body that says what it may return" },
    { "unmodelled: a call of a function without body",
      "add the file that defines the function, or say what it does with --externals havoc or pure" },
    { "unmodelled: a call through a pointer", "call the function by its name, or try --engine bmc" },
    { "unmodelled: a block of memory without known extent", "try --engine bmc, which knows the size of each object" },
    { "unmodelled", "replace what is not modelled by a C function that says what it does" },
    { "external writes", "give functions without body a body: Hone lets them write objects before they know of them" },
    { "no event of a rule", "the program calls no function that the rules speak of: look at their names with "
                            "'hone rules NAME', at macros, and at --entry or --entries" },
    // the input
    { "property", "see 'hone help check' for the properties that can be checked" },
    { "input error", "fix the input as the message says" },
    // proofs
    { "proof file not accepted", "give the program and the options as they were when the certificate was written" },
    { "proof check failed",
      "this is a weakness of the engine or the solver: try another --engine, and please report it" },
    { "proof check not finished",
      "give more time with --timeout SECONDS, or prove loops with --engine impact or lazy" },
    { "conflict: the compiled program fails",
      "the program does what the answer takes for granted that it does not (an access outside of memory, a line of "
      "Assumes), or Hone is wrong: then please report it with the program" },
    // witnesses
    { "contract of the witness", "only integer expressions over parameters, global variables, \\at(x, Old) and "
                                 "\\result can be checked: take the contract out of the witness" },
    // bugs
    { "conflict", "this is a bug of Hone: please report it with the program; --engine NAME asks one engine" },
    { "check failed", "this is a bug of Hone: please report it with the program" },
    { "internal error", "this is a bug of Hone: please report it with the program" },
};

const char *advice_for(const char *reason) {
    assert(reason && *reason);
    for (size_t i = 0; i < COUNT(advices); i++)
        if (!strncmp(reason, advices[i].reason, strlen(advices[i].reason)))
            return advices[i].advice;
    return "try another --engine, or more time with --timeout SECONDS";
}

// simplify.h - passes that make a Program smaller and keep its meaning
//
// Each pass returns whether it changed something, is deterministic, and takes
// time about linear in the program.  What a pass keeps: for each sequence of
// inputs (and each schedule) the new program ends as the old one did - same
// outcome, same violation, same inputs consumed in the same order.  So INPUT
// commands are never deleted, even where the value is not used, and neither
// is anything that may end a run.  Traces found on the simplified program
// replay on the program as read.  slice.h and lower.h hold what keeps less.
#ifndef SIMPLIFY_H
#define SIMPLIFY_H
#include "program/program.h"

// X(pass, bit, what it does)
#define PASSES(X)                                                                        \
    X(UNREACHABLE, 1, "delete what the entry function cannot reach")                     \
    X(CONSTANTS, 2, "conditional constant propagation across functions, branch folding") \
    X(FORWARD, 4, "replace copies and temporaries used once by their values")            \
    X(DEAD, 8, "delete assignments to local variables nobody reads")                     \
    X(SKIPS, 16, "contract steps that do nothing")                                       \
    X(CHAINS, 32, "compose assignments in a row into one")                               \
    X(INLINE, 64, "inline calls of functions that are not recursive, within a budget")

enum {
#define PASS_BIT(pass, bit, text) PASS_##pass = bit,
    PASSES(PASS_BIT)
#undef PASS_BIT
        PASS_ALL = 127
};

// Runs the passes chosen until nothing changes, in a good order.
bool program_simplify(Program *p, unsigned passes);

bool simplify_unreachable(Program *p);
bool simplify_constants(Program *p);
bool simplify_forward(Program *p);
bool simplify_skips(Program *p);
bool simplify_chains(Program *p);

// A LOAD whose value nobody wants can still end the run: it is a memory error
// where the address is bad.  Engines that take memory errors for absent drop it.
typedef enum DeadLoads { LOADS_KEPT, LOADS_DROPPED } DeadLoads;
bool simplify_dead(Program *p, DeadLoads loads);

// Moves the body of each function that is called at one place, and only by name, to that place.
// What the entry function cannot reach must be gone: calls from there would count.
bool simplify_move(Program *p);

// Replaces calls by the callee: moved where possible, then by copies, callees first, as long as the
// program has at most 'budget' edges.  Recursive functions stay; the Inlined table of the program
// holds where copies come from.
uint32_t inline_budget(const Program *p); // 100000, or four times what it has
// Would that make what the entry function reaches at most 'factor' times as large?  No where there is recursion or a
// call through a pointer.
bool inline_is_cheap(const Program *p, uint32_t factor);
bool simplify_inline(Program *p, uint32_t budget);

// Replaces these calls, of functions with a body, by copies of the callee, recursive or not; then
// calls in the copies, the oldest first, as long as the program has fewer than 'budget' edges.
// Appends the locations where the copies start and where they return to.
void simplify_unfold(Program *p, const VecU32 *calls, uint32_t budget, VecU32 *ends);

// Calls through pointers become tests of the pointer and direct calls.
// 'targets' appends the functions that edge 'call' may reach.  TARGETS_ALL: the
// pointer holds no other, so others lead to a TRAP; a function that does not fit is UNMODELLED.  TARGETS_SOME: it may
// hold others, unknown ones: they do what the function that stands for those outside does, or are UNMODELLED where
// there is none, as is a function without body.  TARGETS_LOST: it may also hold a function of the program that nobody
// knows of: others are UNMODELLED.  TARGETS_LEFT: leave the call as it is.  Without 'targets' these are
// all functions whose address is used.
typedef enum Targets { TARGETS_LEFT, TARGETS_ALL, TARGETS_SOME, TARGETS_LOST } Targets;
typedef Targets (*IndirectTargets)(void *context, const Program *p, EdgeId call, VecU32 *functions);
bool simplify_indirect(Program *p, IndirectTargets targets, void *context);
#endif

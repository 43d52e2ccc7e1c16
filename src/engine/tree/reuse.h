// reuse.h - explanations of a path with fewer different predicates
//
// An explanation found step by step tends to say more than is needed: after "x = 0; x++" it
// says x == 1, where the test that follows needs x != 0 only, and x == 0 was said before the
// increment.  A predicate that occurs at one place of a path alone is replaced by what it implies of
// predicates that occur elsewhere on the path, wherever the next fact still follows.  And what is an
// equation in other words becomes one (predicates.h).
// Fewer predicates mean smaller abstract states, and loops whose predicates come to an end.
#ifndef REUSE_H
#define REUSE_H
#include "engine/tree/precision.h"
#include "engine/tree/unwind.h"

// 'facts' as from unwind_refine along 'nodes'; used[i] are the predicates followed at nodes[i].
// The facts stay an explanation of the path.  Gives how many places were changed.
uint32_t reuse_predicates(Unwinding *u, Predicates *predicates, const Precisions *precisions, const VecU32 *nodes,
                          const PredicateSet used[], VecTerm *facts);
#endif

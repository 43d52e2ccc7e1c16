// heaps_inside.h - the parts of the check of a proof by heaps
#ifndef HEAPS_INSIDE_H
#define HEAPS_INSIDE_H
#include "claim/heap.h"

typedef VEC(Heap) Heaps;

// ---- values (heaps_value.c) ----
// The value of the term in all states of the heap; the heap gets nodes for global objects that the term names.
HeapValue heaps_value(const Program *p, Heap *h, Term a);
// The same in those states in which the condition is 'holds'.
HeapValue heaps_value_if(const Program *p, Heap *h, Term a, Term condition, bool holds);
// A condition in the term that decides between two addresses, and is not known; no term: there is none.
Term heaps_choice(const Program *p, Heap *h, Term a);
// 1: equal in all states, 0: in none, -1: not known.
int heaps_equal(const Heap *h, HeapValue a, HeapValue b);
bool heaps_not_zero(const Heap *h, HeapValue v);
// An address in the term that is compared with another of the same segment, where it matters how many objects this
// has; ANY: there is none.
HeapValue heaps_undecided(const Program *p, Heap *h, Term a);
// Drops states in which the condition is not 'holds': those seen to be so.  False: it drops all.
bool heaps_assume(const Program *p, Heap *h, Term condition, bool holds);

// ---- steps (heaps_step.c) ----
// Takes the heap along the edge: appends what comes of it.  False with the reason: not known, or a goal is reached.
// Edges that end the run give nothing.
bool heaps_step(const Program *p, const Heap *h, EdgeId e, Heaps *out, Reason *why);

// ---- sets (heaps_match.c) ----
// Is each state of 's' one of 't'?  'p': of both.
bool heaps_entails(const Program *p, const Heap *s, const Heap *t);
#endif

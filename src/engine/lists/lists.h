// lists.h - the parts of the engine 'lists'
#ifndef LISTS_H
#define LISTS_H
#include "claim/heap.h"

typedef VEC(Heap) HeapSet;

typedef struct Lists {
    const Program *p;
    Terms *t;
    uint32_t word;      // bytes of a pointer
    uint8_t *relevant;  // per VarId: its value may matter for memory, or for a way that is taken
    uint8_t *live;      // per LocId and VarId, in bits: relevant, and read before it is written
    uint8_t *skipped;   // per EdgeId: a condition in front of a VALID, which is asked anyway
    uint8_t *looked_at; // per VarId: by VALID_TRACKED
    Map links;          // offsets along which the program walks, + 1; none: any
    Reason why;         // why it gives up, or ""
    Term choice;        // a condition that is taken to be 'chosen', or none
    bool chosen;
    EdgeId edge;    // the one at hand
    uint8_t **ends; // per EdgeId of a STACK_RESTORE, once asked: the sites of objects that it may end
} Lists;

// ---- what matters (lists_live.c) ----
void lists_relevant(Lists *l);
void lists_find_links(Lists *l);
bool lists_counts(const Program *p, VarId v); // does the variable count from zero, as COUNT does?
// May the STACK_RESTORE (0: any end of a block) end an object of the site?
bool lists_may_end(Lists *l, EdgeId restore, ObjId site);
static inline bool lists_is_live(const Lists *l, LocId loc, VarId var) {
    size_t bit = (size_t)loc * l->p->vars.count + var;
    return l->live[bit / 8] >> bit % 8 & 1;
}

// ---- steps (lists_post.c) ----
// Appends what comes of the heap along the edge; false: the engine does not understand it.
bool lists_post(Lists *l, const Heap *h, EdgeId e, HeapSet *out);
HeapValue lists_value(Lists *l, Heap *h, Term a);

// ---- abstraction (lists_fold.c) ----
// Drops what is not live, folds chains into segments, and gives nodes their numbers in one order.
void lists_fold(Lists *l, Heap *h, LocId loc);
// The same without folding.
void lists_tidy(Lists *l, Heap *h, LocId loc);
// Has 'general' all states of 'special'?  Finds it only where nodes match one to one.
bool lists_covers(const Lists *l, const Heap *general, const Heap *special);
#endif

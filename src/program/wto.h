// wto.h - weak topological orders
//
// F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA
// 1993.  An order of the nodes with nested components, written 1 (2 3 (4 5)) 6:
// for each edge u -> v, either u comes before v and v is not the head (the
// first node) of a component that contains u, or v is the head of a component
// that contains u.  So the heads cut every cycle, in irreducible graphs too.
//
// A node's innermost component is, for a head, the one it heads.
#ifndef WTO_H
#define WTO_H
#include "program/digraph.h"

#define WTO_NONE UINT32_MAX
typedef struct Wto {
    VecU32 order;    // the nodes that the root reaches
    uint32_t *place; // per node: where in 'order'; WTO_NONE: not reached
    uint32_t *head;  // per node: head of the innermost component; WTO_NONE: none
    uint32_t *outer; // per head: head of the next component around; WTO_NONE: none
    uint32_t *end;   // per head: the place after its component
} Wto;

// 'last' is put at the end of the order; it must have no successors.
// WTO_NONE: no preference.
Wto wto_new(const Digraph *g, uint32_t root, uint32_t last);
void wto_free(Wto *w);

static inline bool wto_is_head(const Wto *w, uint32_t v) {
    return w->head[v] == v;
}
// The next node in v's innermost component (or of the whole order), or, after
// its last, its head; WTO_NONE after the last of all.
uint32_t wto_next(const Wto *w, uint32_t v);
// The next node after v and, if v is a head, after its component; where that
// ends the component around, its head; WTO_NONE after the last of all.
uint32_t wto_exit(const Wto *w, uint32_t v);

void wto_print(const Wto *w, Text *out);        // as above
void wto_check(const Wto *w, const Digraph *g); // bug unless the definition holds
#endif

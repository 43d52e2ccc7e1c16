// heap_shape.h - the shape of the heap that a state's variables reach: canonical, addresses forgotten
//
// Two states have one key where a one-to-one map between the objects that are reachable from global variables takes one
// to the other: same sizes, same pointers between them, same other bytes.  Objects are numbered in the order in which
// they are met; a pointer becomes the number of its object and the offset in it; a pointer to an object that is dead is
// like any other such pointer.  What no pointer leads to is not in the key, nor are bytes never written.
//
// Pointers are not told from numbers by types: an aligned word whose value is an address of an object is one.
//
// Data (data_flow.h) enters the key as the mode says:
//
//   SHAPE  not at all;
//   ORDER  by comparison: which values are less, equal, greater than each other and than the bounds of arguments;
//   DATA   as it is, like all other bytes: every continuation of one state is one of the other, as long as the program
//          does not look at the numbers of addresses.
#ifndef HEAP_SHAPE_H
#define HEAP_SHAPE_H
#include "engine/api/data_flow.h"

typedef enum MatchMode { MATCH_DATA, MATCH_ORDER, MATCH_SHAPE, MATCH_NONE } MatchMode; // NONE: no state matches

typedef struct HeapShape HeapShape;
// 'bounds': numbers that data is compared with.
HeapShape *heap_shape_new(const Program *p, Interpreter *it, MatchMode mode, uint32_t n, const int64_t bounds[]);
void heap_shape_free(HeapShape *shape);

// The key of the state that the stepper is in, between calls; valid until the next call.  'flow' may be NULL in mode
// DATA.
typedef struct HeapKey {
    const uint8_t *bytes;
    uint32_t length;
} HeapKey;
HeapKey heap_shape_key(HeapShape *shape, Stepper *s, const DataFlow *flow);
#endif

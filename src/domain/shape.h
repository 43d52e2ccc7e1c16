// shape.h - what the program suggests to a domain: orders, control variables and pairs
//
// Found by a look at the guards and values of all blocks.  Nothing here is about soundness.
#ifndef SHAPE_H
#define SHAPE_H
#include "system/system.h"

typedef struct SlotPair {
    uint32_t first, second; // slots, first < second; their variables are bit-vectors of one width
    uint32_t weight;        // how much they have to do with each other
} SlotPair;
typedef struct Shape {
    bool *is_unsigned;   // by slot: is it compared rather without sign?
    uint32_t *constants; // by slot: how many constants blocks with branches give it, at most
    VEC(SlotPair) pairs; // by falling weight, then by slots
} Shape;

Shape shape_find(Procedure *proc);
void shape_free(Shape *s);
#endif

// box_set.h - sets of boxes as diagrams
//
// A set of boxes (box.h) as a decision diagram over bounds (diagram.h).  A variable is read with sign or
// without, as the program compares it; its key is the number, moved so that the least one is 0.
// The variables that the program uses as control states come first in the diagrams (shape.h).
#ifndef BOX_SET_H
#define BOX_SET_H
#include "domain/box.h"
#include "domain/diagram.h"
#include "domain/shape.h"

typedef struct BoxSets {
    Boxer *boxer;
    Procedure *proc;
    Terms *t;
    Diagrams *d;
    Shape shape;
    uint32_t *level_of; // slot -> variable of the diagrams
    uint32_t *slot_at;  // and back
    Map formula_of;     // diagram -> term
} BoxSets;
typedef VEC(const Box *) VecBox;

BoxSets *box_sets_new(Procedure *proc);
void box_sets_free(BoxSets *b);

Diagram set_of_box(BoxSets *b, const Box *box);
Diagram set_of_range(BoxSets *b, uint32_t slot, Range r); // the states where the slot is in the range
void set_boxes(BoxSets *b, Diagram f, VecBox *out);       // whose disjoint union it is
const Box *set_hull(BoxSets *b, Diagram f);               // the box around it

// The set, or where it has too many boxes more than it: the parts for each value of the first variable
// are replaced by the boxes around them, or all of it is.  Bounds of the first variable go and none come, then those
// of the second, and so on: chains of widenings with limits in between end as well.
Diagram set_limit(BoxSets *b, Diagram f);
Diagram set_unite(void *box_sets, Diagram f, Diagram g); // within the limit

Term set_formula(BoxSets *b, Diagram f);
#endif

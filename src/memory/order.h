// order.h - a verdict must not depend on the layout of memory
//
// C leaves open how addresses of different objects compare, how far apart they are, and which
// numbers they are.  Where a program asks (p < q, p - q, or p > 4095 as kernels do), the answer
// becomes an input, so that a proof covers every layout; an error found that way stands only if
// the compiled program reaches it too.  Pointers into one object are compared as they
// are, and equality is: objects are distinct and not at 0.  Left open is whether a pointer behind the end of an object
// is equal to one to the next object, and what a pointer to an object that is gone is equal to (dangling.h).
//
// What cannot be decided is assumed, and reported: where a pointer may point to several objects, that two that are
// compared by order point into one; that no pointer dangles which dangling.h does not see; that no object has an
// address that the program has from a number.
//
// The result of comparing other numbers made of the bits of an address, such as a hash, is an input, too, as far as
// variables and memory are seen to carry them.  Otherwise such numbers are what they are in the one layout of a proof.
// That is an assumption, and is reported; it does not concern the lowest bits, which the alignment gives.
#ifndef ORDER_H
#define ORDER_H
#include "memory/pointsto.h"

// Whether bits of addresses decide which way the program goes.
bool order_to_inputs(Program *p, PointsTo *pt);
#endif

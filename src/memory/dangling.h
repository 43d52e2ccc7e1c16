// dangling.h - which variables may hold the address of an object that is gone?
//
// After free(p) the next object may lie where *p was, and realloc may leave an object where it is; programs
// see that by comparing addresses.  A variable dangles from where the object it points to is freed, or the
// frame ends that the object is in, until it is assigned anew; and so do copies made of it meanwhile.  Copies
// made before, and what memory holds, are not followed: order.h says what is assumed of them.
#ifndef DANGLING_H
#define DANGLING_H
#include "program/program.h"

typedef struct Dangling Dangling;
Dangling *dangling_new(const Program *p);
void dangling_free(Dangling *d);

// May some address in 'a', evaluated at this location, be of an object that is gone?
bool dangling_at(const Dangling *d, Term a, LocId loc);
#endif

// foreign.h - pointers from outside are no addresses of what the program keeps to itself
//
// A pointer that is the result of a function without body, or a parameter of the entry function, is never equal to the
// address of an object that is not handed out and that other files cannot name.  Such comparisons become false:
// they would otherwise depend on where the object lies.  Only where Program.distinct does not hold.
#ifndef FOREIGN_H
#define FOREIGN_H
#include "memory/pointsto.h"

void foreign_compare(Program *p, PointsTo *pt);
#endif

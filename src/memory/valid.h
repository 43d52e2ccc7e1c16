// valid.h - conditions that are enough for VALID, over what is known of objects
//
// A VALID is decided by the interpreter, and by bmc; a block formula leaves it open.  Here a condition is put in front
// of each that implies it: where it holds the VALID is passed by.  It speaks of the objects that the address may point
// into by points-to analysis:
//
//   - a global object has its address and size, and lives always;
//   - of a site that allocates, the last object made there has its address and size in two variables, which are 0 when
//     it does not live any more.  Of older objects of the site nothing is said.
//
// The condition is that one of these has the root (Cmd.b), and the bytes.
#ifndef VALID_H
#define VALID_H
#include "memory/pointsto.h"

void valid_lower(Program *p, PointsTo *pt);
#endif

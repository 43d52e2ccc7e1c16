// monitor_again.h - accesses that an earlier one has checked already
//
// A data-flow analysis within each function: which accesses have been made on all ways to a location, from which on
// neither their address has changed nor the object can have ended.  An access of bytes that such a one has had needs
// no check of its own: where it comes the object is there and has them.
#ifndef MONITOR_AGAIN_H
#define MONITOR_AGAIN_H
#include "program/program.h"

typedef struct Access {
    EdgeId edge;
    Term root, offset; // the address is the root and the offset
    uint64_t bytes;    // 0: not a constant, the access is not followed
    bool write;
    bool stays; // the object is there as long as the function runs, and may be written
} Access;
typedef VEC(Access) VecAccess;

// By number of the access: was it checked before?  Those of one edge come after each other, in the order in which they
// are made, and edges in theirs.  The caller frees.
uint8_t *monitor_again(const Program *p, const VecAccess *accesses);
#endif

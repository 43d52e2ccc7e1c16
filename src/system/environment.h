// environment.h - pointers from outside in models of the solver
//
// Engines let an access through a wild region go anywhere but to null.  A run finds memory inside objects, and at the
// addresses of the environment's memory (program.h).  Here is what an engine asks of a model for that.
//
// Regions are arrays of their own in formulas, but parts of one memory in a run.  In a 'tidy' model cells of different
// regions do not overlap: what pointers could not tell apart (Region.node) gets its own share of the environment's
// memory, and in it structures begin at multiples of their size.  Not every run can be so.
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H
#include "program/program.h"

typedef struct Environment Environment;
Environment *environment_new(const Program *p);
void environment_free(Environment *e);

// The bytes are in the environment's memory, in a place for the region, which is wild.
Term environment_has(Environment *e, RegionId region, Term address, uint64_t bytes, bool tidy);
#endif

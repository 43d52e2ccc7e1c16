// scope.h - which predicates are followed where
//
// Each point of a procedure has its own predicates, over the state that matters there: the predicate map of a path's
// interpolants.  Predicates about what an activation was given are followed from its entry to its end: they are the
// formals of the Boolean procedure, and everything that callers tell it.
#ifndef SLAM_SCOPE_H
#define SLAM_SCOPE_H
#include "engine/tree/predicates.h"
#include "system/system.h"

typedef struct Scope {
    Procedure *proc;
    VecU32 *at;     // by point: PredicateIds, in the order in which they were found
    VecU32 formals; // PredicateIds, over the state at the entry
} Scope;

typedef struct Scopes {
    System *system;
    Predicates *predicates;
    Scope *of; // by procedure
    uint32_t total;
} Scopes;

void scopes_open(Scopes *s, System *system);
void scopes_close(Scopes *s);
bool scope_is_called(const Scope *s); // not the entry procedure
// Adds the predicate that is followed at the point; true: it is new there.
bool scope_add(Scopes *all, Scope *s, uint32_t point, Term formula);

// A formal as a term at a point: over first values, at the entry over the state.
Term scope_formal(const Scopes *all, const Scope *s, uint32_t point, uint32_t i);
#endif

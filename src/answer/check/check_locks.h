// check_locks.h - is a proof by locks that nothing races right?
//
// The proof has notes at locations (claim.h): mutexes that a thread there holds for certain, atomic sections it is in,
// which threads that it made may still run.  The check makes no fixed point.
//
// Steps.  For each edge each note where it leads must follow from the notes where it starts and from the command; at
// the entry of a function there is none.  A note names variables of its function and addresses only, so that no
// other thread changes what it says; the number of a thread may be in a global variable that only main writes.
// LOCK_RUNS is the other way round: what may run where an edge starts, or is made by it, must be listed where it leads.
// A join of a thread that is made at most once takes that thread out, and brings in what it may have left running.
//
// Mutexes.  One counts only if each unlock in the program that may be of it is by a thread that holds it, by the
// notes, and each initialisation comes before all threads.  So two threads that hold it do so one after the other.
//
// Pairs.  Two marked accesses (ACCESS) of different threads, one a write, are no race if
//
//   apart     they have no byte in common (access.h);
//   atomic    both are in atomic sections;
//   lock      both threads hold one mutex: the same fixed place, or, where both accesses are whole cells of a region,
//             each a mutex at the same distance from the address accessed: equal addresses then have one mutex;
//   order     the threads do not run at once.  A thread is known by the edge that made it; it is one thread if
//             that edge runs once.  Main at x is ordered with all that thread d does if d is not among those
//             that may run at x: it is not yet made, or was joined.  So is any one thread with those only it and its
//             descendants make.  Threads c and d below two edges of main are ordered if c does not run where main
//             makes the other, and d not where it makes the one.
//
// Each pair is tried for all threads that may execute the two edges, also one and the same edge in two threads.
// Commands that are not modelled, and calls or threads through pointers, make the check fail.
#ifndef CHECK_LOCKS_H
#define CHECK_LOCKS_H
#include "claim/claim.h"

typedef enum PairReason { PAIR_ATOMIC, PAIR_LOCK, PAIR_ORDER, PAIR_ONE_THREAD } PairReason;
typedef struct SafePair { // of accesses that are not apart
    EdgeId one, other;
    PairReason why;
    Term mutex; // LOCK: as the first of the two names it
} SafePair;
typedef VEC(SafePair) SafePairs;

typedef struct LocksCheck {
    bool stands;
    Reason reason, detail;                   // it does not stand
    uint32_t accesses;                       // that were looked at
    uint32_t apart, atomic, locked, ordered; // pairs, by why they are no races
    SafePairs pairs;
} LocksCheck;
LocksCheck check_locks(const Program *p, const Proof *proof);
void locks_check_free(LocksCheck *c);
#endif

// access.h - which edge reads and writes what
//
// The access table lists, for each edge of a program, the variables and the
// memory that its command reads and writes, in the order it does so: reads
// first.  It is computed once and holds for the program as it was then.
//
//   - A variable is accessed as a whole.  Address variables are rigid: naming one is no access.
//   - Memory is accessed in one region, or in any (region 0: before memory_split, and by commands on
//     bytes).  'address' is the term of the first byte; without one the command may access any byte
//     (PRINT, and HAVOC for functions without body).
//   - What MUTEX commands do to their mutex is no access: they are known by their kind.  ALLOC, FREE and the commands
//     on the stack change which objects live, not what is in them: no access either.
//   - Arguments are read by the call, parameters are written by nobody in the table, as are the inputs
//     that unwritten bytes are.
//
// An access is atomic if no other thread can come between the parts of it, or see it half done: C11 atomic operations,
// and everything inside an atomic section (ATOMIC_BEGIN, ATOMIC_END), where all ways to the edge lead through
// one.  Two accesses of one place by different threads, one of them a write, that no lock orders and that are not
// both atomic are a data race.
#ifndef ACCESS_H
#define ACCESS_H
#include "program/digraph.h"
#include "program/program.h"

typedef struct Access {
    EdgeId edge;
    VarId var;       // a variable; 0: memory
    RegionId region; // memory: 0 is any
    Term address;    // memory: of the first byte; none: any byte
    bool write;
    bool atomic;
    bool is_volatile;
} Access;

typedef struct AccessTable {
    const Program *p;
    VEC(Access) all; // by edge; of one edge: reads, then writes
    uint32_t *first; // the accesses of edge e: all.at[first[e]] .. all.at[first[e + 1] - 1]
    Digraph readers; // VarId -> edges, each once
    Digraph writers; // VarId -> edges, each once
    Digraph stores;  // RegionId -> edges that write memory there; 0: those that may write in any region
    Digraph loads;   // RegionId -> edges that read memory there; 0: those that may read in any region
    uint8_t *inside; // per LocId: reached in an atomic section only
} AccessTable;

AccessTable access_new(const Program *p);
void access_free(AccessTable *t);

// Does the access concern what other threads can see: memory, or a global variable that is not thread-local?
bool access_is_shared(const AccessTable *t, const Access *a);
// May both be of one place?  Addresses are not compared.
bool access_may_meet(const Access *a, const Access *b);

// Where an ACCESS is of bytes of one object that are the same in every run: a global one that all threads share.
typedef struct FixedPlace {
    ObjId object;
    uint64_t offset, bytes;
} FixedPlace;
bool access_fixed_place(const Program *p, const Cmd *mark, FixedPlace *place);
// When two ACCESS commands have a byte in common, as a condition over the variables of their terms; false where
// they are of different regions or objects.  Both commands are over the variables of one state: those of different
// threads need variables of their own.
Term access_overlap(const Program *p, const Cmd *mark, const Cmd *other);
// Can ACCESS commands of two threads that run the same code have a byte in common?  A variable has one value in the
// one thread and another in the other: a[i] and a[i + 1] may be the same.
bool access_may_overlap(const Program *p, const Cmd *mark, const Cmd *other);

// Aborts (bug) unless the table is the program's: each edge has its own accesses and no others, in order.
void access_check(const AccessTable *t);

// Calls body with 'a' for each access of the edge.
#define for_accesses(t, e, a) \
    for (const Access *a = (t)->all.at + (t)->first[e]; a < (t)->all.at + (t)->first[(e) + 1]; a++)
#endif

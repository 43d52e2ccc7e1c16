// post.h - abstract post-conditions over predicates, and what is known of them
//
// A region is a set of states at a point: a Boolean function of predicates, each of
// which is the variable of its number (predicates.h), and the same as a formula.
// Inclusion of the functions implies that of the regions, and needs no solver.
// The initial states are no combination of predicates: their function is 'true', which
// is more than they are, so they must not be taken for a cover.
//
// What was asked is kept by (label, cut edge, predicate): where a part of the tree is grown
// again with more predicates, the old ones cost nothing.
#ifndef POST_H
#define POST_H
#include "system/path.h"
#include "engine/tree/precision.h"
#include "logic/reason/bdd.h"
#include "logic/smt/smt.h"

typedef struct AbstractRegion {
    Bf states;
    Term label;
} AbstractRegion;

#define POST_STATS(X)                                      \
    X(posts, "abstract posts")                             \
    X(boolean, "of these, with the Boolean abstraction")   \
    X(predicates, "predicates to be decided in them")      \
    X(unchanged, "of these, decided by the region before") \
    X(cached, "of these, asked before")                    \
    X(asked, "of these, given to the solver")
typedef struct PostStats {
#define POST_FIELD(name, text) uint64_t name;
    POST_STATS(POST_FIELD)
#undef POST_FIELD
} PostStats;

typedef struct Poster Poster;
Poster *poster_new(Procedure *pc, const Predicates *predicates, const Precisions *precisions);
void poster_free(Poster *p);
const PostStats *poster_stats(const Poster *p);

AbstractRegion post_initial(Poster *p);
// The states after the block from a region, over the predicates of a set.
AbstractRegion post(Poster *p, AbstractRegion from, uint32_t cut, PredicateSet over);

// Is the region within the union of the others?  True only where the Boolean functions imply it.
bool region_within(Poster *p, AbstractRegion a, uint32_t n, const AbstractRegion others[]);
bool region_meets(Poster *p, AbstractRegion a, AbstractRegion b); // false: they have no state in common
#endif

// digraph.h - directed graphs over numbers: dominators, components
//
// What the passes and engines need of graph theory, apart from programs.
// Nodes are 0 .. n-1; edges may be multiple.  All algorithms keep their own
// stacks, are deterministic, and are linear or nearly so.
#ifndef DIGRAPH_H
#define DIGRAPH_H
#include "base/vec.h"
#include "program/program.h"

typedef struct Digraph {
    uint32_t n;
    uint32_t *first; // the successors of v: to[first[v]] .. to[first[v + 1] - 1]
    uint32_t *to;
} Digraph;

Digraph digraph_new(uint32_t n, uint32_t n_edges, const uint32_t from[], const uint32_t to[]); // keeps the order
Digraph digraph_reverse(const Digraph *g);
void digraph_free(Digraph *g);

// Numbers the strongly connected components 1, 2, ...: a component's number is
// larger than those of the components it leads to.  The caller frees the array.
uint32_t *digraph_components(const Digraph *g, uint32_t *n_components);

// u dominates v: every path from the root to v meets u.
typedef struct Dominators {
    uint32_t *parent;   // immediate dominator; of the root and of nodes not reached: the node itself
    uint32_t *in, *out; // when a walk over the tree of dominators enters and leaves; 0: not reached
    VecU32 order;       // the nodes reached, in reverse postorder
} Dominators;
Dominators dominators_new(const Digraph *g, uint32_t root);
void dominators_free(Dominators *d);
static inline bool dominators_reach(const Dominators *d, uint32_t v) {
    return d->in[v] != 0;
}
static inline bool dominates(const Dominators *d, uint32_t u, uint32_t v) { // both reached
    return d->in[u] <= d->in[v] && d->out[v] <= d->out[u];
}

// ---- the graphs of a program ----
// Locations, with an edge for each edge of the program; node 0 leads to the
// entry of each function.  So one computation serves all functions at once.
Digraph flow_graph(const Program *p);

// The edges into each location: in.to[] holds EdgeIds.
Digraph edges_into(const Program *p);
#endif

// interpolate.h - interpolants of sequences, DAGs, trees and state/transition problems
//
// Each kind of problem asks for formulas, one per cut, over the variables the
// two sides of the cut share, such that each step from cut to cut is valid.  All are posed as a recursion-free system
// of Horn clauses (horn.h), made smaller by an unsat core, and solved in several ways:
//
//   farkas  one certificate of linear arithmetic for all cuts at once
//   post    strongest postconditions along the clauses (Newton)
//   pre     weakest preconditions backwards
//   box     the ranges of bit-vectors along the clauses
//   horn    the solver's fixed-point engine
//
// The formulas of each way are checked against the definition (every clause valid,
// every variable in scope); a candidate that fails is counted and the next way is
// tried.  So ITP_FOUND is always right.
#ifndef INTERPOLATE_H
#define INTERPOLATE_H
#include "logic/smt/smt.h"

typedef struct Interpolator Interpolator;
typedef enum ItpAnswer { ITP_UNKNOWN, ITP_FOUND, ITP_SATISFIABLE } ItpAnswer;
typedef enum ItpKind { ITP_SEQUENCE, ITP_DAG, ITP_TREE, ITP_STATE, ITP_KINDS } ItpKind;
typedef enum ItpWay { WAY_FARKAS, WAY_POST, WAY_PRE, WAY_BOX, WAY_HORN, ITP_WAYS } ItpWay;

// The limits are for one problem as a whole.
Interpolator *interpolator_new(Terms *t, SmtLimits limits);
void interpolator_free(Interpolator *ip);
const char *interpolator_reason(const Interpolator *ip); // of the last ITP_UNKNOWN

// out[0] = true, out[i] and a[i] imply out[i + 1], out[n] = false; out has n + 1 elements.
ItpAnswer interpolate_sequence(Interpolator *ip, uint32_t n, const Term a[], Term out[]);

// A graph without cycles; every node lies on a path from entry to exit.
typedef struct ItpEdge {
    uint32_t from, to;
    Term label;
} ItpEdge;
typedef struct ItpDag {
    uint32_t nodes, entry, exit, n_edges;
    const ItpEdge *edges;
} ItpDag;
// out[entry] = true, out[exit] = false, out[u] and the label of (u, v) imply
// out[v]; out[v] uses only variables that occur both on edges that can reach v
// and on edges that v reaches.
ItpAnswer interpolate_dag(Interpolator *ip, const ItpDag *dag, Term out[]);

// A tree with a formula per node; parent[root] = root, parents have smaller numbers.
// The out's of the children and a[v] imply out[v]; out[root] = false.
ItpAnswer interpolate_tree(Interpolator *ip, uint32_t n, const uint32_t parent[], const Term a[], Term out[]);

// State/transition interpolants of phi[0] .. phi[n + 1]: phi[0] implies g[0],
// phi[i + 1] implies s[i], g[i] and s[i] imply g[i + 1], g[n] contradicts
// phi[n + 1].  g has n + 1 elements, s has n.
ItpAnswer interpolate_states(Interpolator *ip, uint32_t n, const Term phi[], Term g[], Term s[]);

// ---- statistics ----
typedef struct ItpStats {
    uint64_t asked, found, satisfiable, unknown;
    uint64_t tried[ITP_WAYS], solved[ITP_WAYS];
    uint64_t rejected[ITP_WAYS]; // candidates that failed the check
    double seconds;
} ItpStats;
const ItpStats *interpolator_stats(const Interpolator *ip, ItpKind kind);
extern const char *const itp_kind_names[ITP_KINDS], *const itp_way_names[ITP_WAYS];
#endif

// cutpoint.h - the cutpoint graph of a function
//
// The points are the entry, 'error', the exit (of other functions than the
// program's entry), a set of locations that cuts every cycle - the program's own cuts
// (Loc.cut), or the heads of a weak topological order - and what the caller asks for.  An edge a -> b is
// the whole loop-free piece of the function between them: all paths from a to
// b that meet no other point; a may be b.  What leads only to 'stop' or nowhere
// is in no edge.
//
// The style is that of large-block encoding: one formula per edge, and the
// solver looks through its paths.
//
// The entry must have no edges in, so that what is assumed there holds only at
// the start: program_split_entries sees to it.
#ifndef CUTPOINT_H
#define CUTPOINT_H
#include "program/wto.h"

typedef enum CutCalls {
    CUT_NO_CALLS,     // a call is a command like others
    CUT_AFTER_CALLS,  // where a call returns to is a point: a call ends its piece
    CUT_AROUND_CALLS, // where it starts as well: a call is an edge of its own
} CutCalls;
typedef bool (*CutAlso)(void *context, const Program *p, LocId loc);
typedef struct CutOptions {
    CutCalls calls;
    CutAlso also; // or NULL: further points
    void *context;
} CutOptions;

typedef struct CutEdge {
    uint32_t from, to; // points
    VecU32 edges;      // of the program: those from one location together, locations in topological order
} CutEdge;
typedef struct CutPoint {
    LocId loc;
    VecU32 out, in; // cut edges
} CutPoint;
typedef struct CutGraph {
    const Program *p;
    FuncId func;
    VEC(CutPoint) points; // point 0 is the entry
    VEC(CutEdge) edges;
    uint32_t entry, error, exit; // points; WTO_NONE: never reached
    Map point_of;                // LocId -> 1 + point
    Digraph graph;               // of the points
    Wto wto;                     // of the points, from the entry, 'error' last
} CutGraph;

CutGraph *cut_graph_new(const Program *p, FuncId func, const CutOptions *options); // options: or NULL
void cut_graph_free(CutGraph *g);
uint32_t cut_point_at(const CutGraph *g, LocId loc); // WTO_NONE: no point
void cut_graph_print(const CutGraph *g, Text *out);
// bug unless the points cut all cycles and the pieces hold all edges that lie
// on a path from point to point.
void cut_graph_check(const CutGraph *g);

// Gives each function whose entry has an edge in a new entry before it.
bool program_split_entries(Program *p);
#endif

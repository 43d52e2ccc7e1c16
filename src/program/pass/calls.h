// calls.h - who calls whom
//
// The call graph of a program as it is: a snapshot, not kept up to date.  A call
// through a pointer may reach every function whose address is used.
#ifndef CALLS_H
#define CALLS_H
#include "program/program.h"

typedef struct CallGraph {
    uint32_t n_funcs;
    uint32_t *sites;    // per FuncId: how many CALL edges name it
    EdgeId *site;       // per FuncId: the last of them, or 0
    uint8_t *kept;      // per FuncId: reached otherwise, too: the entry, threads, functions whose address is used
    uint8_t *recursive; // per FuncId: in a cycle of calls
    VecU32 order;       // the functions with a body, callees first
} CallGraph;

CallGraph call_graph_new(const Program *p);
void call_graph_free(CallGraph *g);
// Called at one place, by name, and not by itself: its body is part of its caller's in all but name.
static inline bool call_is_single(const CallGraph *g, FuncId f) {
    return g->sites[f] == 1 && !g->kept[f] && !g->recursive[f];
}
#endif

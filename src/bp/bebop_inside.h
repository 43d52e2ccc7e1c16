// bebop_inside.h - inside of bebop; for bebop*.c only
//
// Variables of the table, in this order: of each global its value at the entry, now and next; of each local (all
// procedures share them, by number) the same, then the argument and the result of that number.
#ifndef BP_BEBOP_INSIDE_H
#define BP_BEBOP_INSIDE_H
#include "bp/bebop.h"
#include "bp/live.h"
#include "bp/rail.h"

typedef enum Copy { ENTRY, NOW, NEXT, ARGUMENT, RESULT, GLOBAL_COPIES = 3, LOCAL_COPIES = 5 } Copy;

typedef struct Ring { // pairs that were new at a statement when it was looked at
    uint64_t stamp;
    Bf part;
} Ring;
typedef struct Vertex { // a statement, or the exit
    Bf all;             // its path edges: the union of the rings
    Bf pending;         // those not looked at yet
    Bf dead;            // set of locals
    VEC(Ring) rings;    // by rising stamp
    bool queued;
    // the step, made when it is first needed
    bool built;
    Bf relation;                             // of arguments, for a call
    Bf forget;                               // set of what is quantified
    Bf results, results_forget, overwritten; // of a call
} Vertex;
typedef struct Site {
    uint32_t proc, stmt;
} Site;
typedef struct Activity { // a procedure
    Vertex *at;           // by statement; then the exit
    uint32_t exit;
    uint32_t *position; // in reverse postorder
    VecU32 heap;        // statements to look at, by position
    bool queued;
    Bf enforce, abortif; // no function: none
    Bf entry;            // states that it is entered with
    Bf summary;          // over globals now and next, arguments, results
    VEC(Site) sites;     // of calls
    VecU32 *preds;       // by statement and exit
} Activity;

struct Bebop {
    const BpProgram *p;
    const char *label;
    bool live;
    Bfs *bfs;
    uint32_t globals, slots, most_variables; // slots: as many as the most locals, formals or results
    uint32_t *place;                         // of variables now and next
    Activity *procs;
    VecU32 queue; // procedures; taken from 'first' on
    uint32_t first;
    uint64_t stamps;
    BfRenaming *next_to_now, *to_summary, *argument_to_now;
    Bf entry_set, local_set; // what a caller's path edges have beside globals
    Bf all_now;              // globals now
    VEC(Bf) identity;        // by number of formals: what is now is as at the entry
    Site error;
    Bf error_states; // no function: none
    BebopStats stats;
};

uint32_t bebop_place(const Bebop *b, uint32_t variable, Copy copy);
void bebop_build(Bebop *b, uint32_t proc, uint32_t stmt); // sets relation and forget of the vertex
Bf bebop_error(Bebop *b, uint32_t proc, uint32_t stmt, Bf states);
#endif

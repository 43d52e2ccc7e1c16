// pointsto_graph.h - the graph of nodes that points-to analysis builds; only for memory/pointsto*.c
//
// A node is a representative, or was absorbed by its parent.  Invariants, of representatives:
//
//   P1  fields are sorted by offset, no two have one, and where there is a modulus offsets are below it;
//   P2  so are the places where objects begin; each object of the program is in the node of pt->object_node;
//   P3  a field's content is a place of some node, or none.
//
// The parts of the analysis:
//
//   pointsto_graph.c    nodes, places, unification
//   pointsto_term.c     what an expression points to
//   pointsto.c          what commands unify; the order of the steps
//   pointsto_number.c   addresses made of numbers, and numbers in memory
//   pointsto_outside.c  what is handed out to functions without body, and what comes from them
//   pointsto_field.c    fields that overlap: the clusters that memory is split into
#ifndef POINTSTO_GRAPH_H
#define POINTSTO_GRAPH_H
#include "memory/pointsto.h"
#include "program/edit.h"
#include <stdlib.h>
#include <string.h>

typedef struct Field {
    int64_t offset;
    uint32_t bytes;   // widest access
    bool mixed;       // accesses of several widths, or of parts
    Place content;    // what the pointers stored here point to
    uint32_t cluster; // after the analysis
} Field;

typedef struct Node {
    uint32_t parent;  // 0: a representative
    int64_t shift;    // offset here + shift = offset in the parent
    uint64_t modulus; // offsets are equal modulo this; 0: only if equal
    bool input;       // a pointer to it is an input
    bool wild;        // so it is, or may be: after the analysis
    bool raw;
    bool foreign;      // others may write it: its pointers may be anything
    bool outside;      // a pointer to it comes from outside
    bool given;        // its objects are handed out to functions without body
    bool called;       // a call goes through a pointer to it
    bool mangled;      // a pointer to it went through arithmetic that does not keep the object: MUL, NEG, floats, ...
    bool lost;         // a pointer to it is made of the distance of two objects, which is an input
    bool altered;      // a pointer to it is made of a number by masks, sums, or the like
    bool numbered;     // a pointer to it may be a number that the program wrote, other than null
    bool filled;       // its bytes may be such numbers: by SET
    bool any_number;   // a pointer to it may be a number from an input, or of memory that was never written
    VEC(Field) fields; // by offset
    VEC(struct ObjectStart) objects;
} Node;

typedef struct Pair {
    Place a, b;
} Pair;

struct PointsTo {
    Program *p;
    VEC(Node) nodes;
    VEC(Place) var_place;      // by VarId
    VEC(uint32_t) object_node; // by ObjId
    Map result_place;          // function << 16 | result -> index in places
    VEC(Place) places;
    Map term_place;             // cache of 'eval': term, mode -> index in places
    Map mangled_place;          // what arithmetic that loses the object gives: term -> index in places
    VEC(Pair) pending;          // to be unified
    VEC(Place) mangled_sources; // what went into such arithmetic
    Place thread_result;
    bool *given;       // by ObjId: handed out
    bool *called_back; // by ObjId: a function that functions without body can reach
    bool havocs;       // there are such functions that write
    bool aliases;      // what comes from outside was joined
    uint64_t merges;   // grows when something was unified
    uint64_t settled;  // its value after the analysis
    uint32_t clusters;
    VEC(FieldInfo) infos; // by cluster
};

static inline uint64_t gcd(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static inline uint64_t distance(int64_t a, int64_t b) {
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

// ---- nodes (pointsto_graph.c) ----
uint32_t pt_new_node(PointsTo *pt);
int64_t pt_wrap(const Node *n, int64_t offset);               // modulo the modulus
Place pt_find(PointsTo *pt, Place at);                        // the same place, of the representative
uint32_t pt_field_index(const Node *n, int64_t offset);       // of the first field at or after
void pt_want_equal(PointsTo *pt, Place a, Place b);           // to be unified by the next pt_unify
void pt_unify(PointsTo *pt, Place a, Place b);                // and all that follows; nothing where one is nowhere
void pt_stride(PointsTo *pt, Place at, uint64_t bytes);       // offsets of the node are equal modulo 'bytes'
void pt_set_flag(PointsTo *pt, bool *flag);                   // counts as a change
Place pt_var_place(PointsTo *pt, VarId var);                  // what it points to
Place pt_result_place(PointsTo *pt, FuncId func, uint32_t i); // what the i-th result points to
Place pt_content(PointsTo *pt, Place at, uint32_t bytes);     // what the field there points to; makes the field

// ---- expressions (pointsto_term.c) ----
// How to take an expression.  POINTER: as C's arithmetic of pointers, which stays in the object of the one pointer in a
// sum.  NUMBER: as integers; each of its parts may be the address, and sums wrap around.
typedef enum Mode { POINTER, NUMBER } Mode;
Place pt_eval(PointsTo *pt, Term a, Mode mode);
Mode pt_mode_of(const PointsTo *pt, VarId var); // how to take what is assigned to it
bool pt_has_place(const Terms *t, Sort s);      // can values of the sort carry addresses?
bool pt_is_number(PointsTo *pt, Term a, Mode mode);
int64_t pt_const_offset(Terms *t, Term a); // a constant, as a signed number
uint64_t pt_divisor(Terms *t, Term a);     // divides every value of 'a'; 0: the value is 0

// ---- numbers (pointsto_number.c) ----
void pt_spread_numbers(PointsTo *pt); // into the pointers that are read where numbers may be
void pt_join_mangled(PointsTo *pt);   // at all accesses

// ---- outside (pointsto_outside.c) ----
void pt_set_input(PointsTo *pt, VarId var, InputKind kind);
void pt_spread_wild(PointsTo *pt);
void pt_spread_given(PointsTo *pt);
bool pt_call_back(PointsTo *pt); // the functions that are handed out; true: some are new
bool pt_uses_outside(const PointsTo *pt);
void pt_hand_out_held(PointsTo *pt);
void pt_join_outside(PointsTo *pt);
void pt_note_given(PointsTo *pt);

// ---- fields (pointsto_field.c) ----
void pt_join_overlaps(PointsTo *pt); // the contents of fields that overlap
void pt_mark_parts(PointsTo *pt);    // cells that COPY and SET take apart
void pt_number_clusters(PointsTo *pt);

void pointsto_check(PointsTo *pt); // debug builds: aborts unless P1 to P3 hold and nothing is left to unify
#endif

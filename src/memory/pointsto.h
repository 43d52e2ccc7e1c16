// pointsto.h - which objects can a pointer point into, and at which offset?
//
// A unification-based analysis (after B. Steensgaard, "Points-to Analysis in
// Almost Linear Time", POPL 1996), sensitive to fields by byte offset (as in
// C. Lattner and V. Adve's data structure analysis, PLDI 2007).  Memory is a
// set of nodes.  A node stands for the objects that pointers could not tell
// apart; its places are offsets.  Where the program steps through a node by a
// stride, offsets are taken modulo that stride: an array of structs keeps its
// fields apart.  At each offset a node has a field: how wide the accesses are, and
// what the pointers in it point to.
//
// Pointers from outside (results of functions without body, parameters of the entry function, what such
// functions may have written) may point to one another's objects, to what the program hands out, and to variables
// that other files can name: where the program uses one, all of that is one node, unless Program.distinct.
//
// Assumed of the program: pointer arithmetic stays inside the object it
// starts in (ISO C 6.5.6).  Arithmetic of integers may do more: each of its
// operands may be the address, and it wraps around.  Pointers taken apart into bytes and put
// together again are followed; numbers that went through other arithmetic (multiplication, shifts,
// floats) may point to whatever went into such arithmetic anywhere.  What control
// carries (if (n & 1) m |= 1) is not followed: pointsto_in_doubt.
#ifndef POINTSTO_H
#define POINTSTO_H
#include "program/program.h"

typedef struct PointsTo PointsTo;
typedef struct Place { // node 0: points nowhere
    uint32_t node;
    int64_t offset;
} Place;

PointsTo *pointsto_new(Program *p); // analyses the program
void pointsto_free(PointsTo *pt);

Place pointsto_place(PointsTo *pt, Term address);

// The field at a place where the program accesses memory.
typedef struct FieldInfo {
    uint32_t cluster; // fields of one number may overlap, others never do; 1-based over all nodes
    uint32_t bytes;   // width of every access to the cluster, all at one offset; 0: they differ
    bool array;       // there is more than one such cell in an object, or in the node
} FieldInfo;
FieldInfo pointsto_field(PointsTo *pt, Place place);
// The width of the cell '*offset' bytes behind 'address'; 1 where nothing is accessed alone.  Without
// 'offset': a width that divides all cells, all their distances, and 'size'.
uint32_t pointsto_cell(PointsTo *pt, Term address, Term size, const uint64_t *offset);
uint32_t pointsto_clusters(const PointsTo *pt);

typedef struct NodeInfo {
    bool wild;        // some pointer to it is an input: it may be unknown memory
    bool raw;         // commands other than LOAD and STORE touch it, with no known extent
    bool outside;     // some pointer to it comes from outside
    uint64_t modulus; // offsets are equal modulo this; 0: only if equal
    uint32_t n;
    const struct ObjectStart {
        ObjId object;
        int64_t offset; // where the object begins in the node
    } * objects;
} NodeInfo;
NodeInfo pointsto_node(PointsTo *pt, uint32_t node);

// May the object be handed out to functions without body?
bool pointsto_given(const PointsTo *pt, ObjId object);

// Does that include what variables that other files can name hold?
bool pointsto_hands_out_held(const PointsTo *pt);

// May a function without body call this function of the program?
bool pointsto_called_back(const PointsTo *pt, ObjId function);

// Does the analysis rest on that pointers from outside point to different objects (Program.distinct)?
bool pointsto_assumes_distinct(const PointsTo *pt);

// May the address be of an object that the analysis does not know of?  So it is where it is made of numbers only, or
// of the distance of two objects; and, where 'bits' of addresses decide which way the program goes, where it is made
// by arithmetic of integers: a program can copy an address bit by bit.
bool pointsto_in_doubt(PointsTo *pt, Term address, bool bits);

// Has no query unified anything?  Asking for the address of a command never does; for other terms it may: then fields
// that were of different clusters may be one now.
bool pointsto_is_settled(const PointsTo *pt);

// Marks, per ObjId, what some FREE may be given.
void pointsto_mark_freed(PointsTo *pt, const Program *p, uint8_t *freed);

// The functions a call through a pointer can reach; false where there may be others, because
// the pointer may be an input.
bool pointsto_targets(PointsTo *pt, const Cmd *call, VecU32 *out);
#endif

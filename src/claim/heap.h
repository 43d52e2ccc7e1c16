// heap.h - symbolic heaps: sets of states of a program with linked lists, as a proof by heaps has them
//
// A state is in the set of a heap if its objects can be given to the heap's nodes, no two to one, so that all that the
// heap says is right.  A node stands for
//
//   NODE_GLOBAL   the global object 'object';
//   NODE_STACK    a live object on the stack, in its scope, made at 'object';
//   NODE_OUT      the same, outside its scope: it may not be accessed;
//   NODE_HEAP     a live object on the heap, but not one that is lent (program.h);
//   NODE_SEGMENT  one or more of these: the cell at 'next' of each holds the address of the one after it plus 'at',
//                 that of the last is 'end'.  If 'twice' the cell at 'prev' of each holds the address of the one
//                 before plus 'at', and that of the first is 'begin'.  The cells are those of every one.
//
// An object has at least 'size' bytes.  Of cells and variables that a heap does not list nothing is known.
//
//   HEAP_ANY      any value
//   HEAP_NONZERO  any but zero
//   HEAP_NUMBER   'number', of at most 64 bits
//   HEAP_AMONG    a number k below 64 of which bit k of 'number' is set; two or more
//   HEAP_FIRST    the address of the node, of a segment of its first object, plus 'number'
//   HEAP_LAST     the address of the last object of the segment, plus 'number'
//   HEAP_COUNT    how many objects there are on the heap, but for those that are lent, plus 'number'; a heap with such
//                 a value has nodes for all of them
//   HEAP_LIST     of a cell: null, or the address plus 'at' of the first of objects that form a list: a segment like
//                 the node 'node', which is NODE_SHAPE, with an end of null.  No two values share an object.
//   NODE_SHAPE    no object: how the lists look that HEAP_LIST speaks of
#ifndef HEAP_H
#define HEAP_H
#include "program/program.h"

typedef enum HeapKind {
    HEAP_ANY,
    HEAP_NONZERO,
    HEAP_NUMBER,
    HEAP_AMONG,
    HEAP_FIRST,
    HEAP_LAST,
    HEAP_COUNT,
    HEAP_LIST,
} HeapKind;
typedef struct HeapValue {
    HeapKind kind;
    uint32_t node;   // FIRST, LAST, LIST; else 0
    uint64_t number; // modulo 2^width; of ANY, NONZERO, LIST: 0
} HeapValue;

typedef struct HeapCell {
    uint64_t offset;
    uint32_t bytes;
    HeapValue value;
} HeapCell;
typedef VEC(HeapCell) HeapCells; // none overlap, in order

typedef enum NodeKind { NODE_NONE, NODE_GLOBAL, NODE_STACK, NODE_HEAP, NODE_SEGMENT, NODE_SHAPE, NODE_OUT } NodeKind;
typedef struct HeapNode {
    NodeKind kind; // NONE: the number is not used
    ObjId object;
    uint64_t size;
    HeapCells cells;
    uint64_t next, prev, at; // SEGMENT, SHAPE
    bool twice;              // SEGMENT
    HeapValue end, begin;    // SEGMENT
} HeapNode;

typedef struct HeapVar {
    VarId var;
    HeapValue value; // not ANY
} HeapVar;

typedef struct Heap {
    VEC(HeapVar) vars; // by number
    VEC(HeapNode) nodes;
} Heap;

typedef struct HeapNote { // a run that is at 'loc' is in the set of one of its heaps
    LocId loc;
    Heap heap;
} HeapNote;

Heap heap_copy(const Heap *h);
void heap_free(Heap *h);
bool heap_same(const Heap *a, const Heap *b); // written in the same way
bool heap_value_same(HeapValue a, HeapValue b);
HeapValue heap_var(const Heap *h, VarId var);
void heap_set_var(Heap *h, VarId var, HeapValue value);
uint32_t heap_add_node(Heap *h, HeapNode node);                          // takes its cells
void heap_drop_node(Heap *h, uint32_t node);                             // nothing may speak of it any more
HeapValue heap_cell(const HeapNode *n, uint64_t offset, uint32_t bytes); // ANY where there is no such cell
// The bytes are written: cells that they overlap go.
void heap_set_cell(HeapNode *n, uint64_t offset, uint32_t bytes, HeapValue value);
// Calls 'each' for each value: of variables, cells, ends and beginnings; it may change it.
void heap_each(Heap *h, void (*each)(void *context, HeapValue *value), void *context);
void heap_print(const Program *p, const Heap *h, Text *out);
// bug unless numbers of variables, objects and nodes are those of something, and kinds fit.
bool heap_is_sound(const Program *p, const Heap *h);

static inline HeapValue heap_any(void) {
    return (HeapValue){ HEAP_ANY, 0, 0 };
}
static inline HeapValue heap_number(uint64_t number) {
    return (HeapValue){ HEAP_NUMBER, 0, number };
}
static inline HeapValue heap_among(uint64_t set) { // not of none
    assert(set);
    return set & (set - 1) ? (HeapValue){ HEAP_AMONG, 0, set } : heap_number((uint64_t)__builtin_ctzll(set));
}
// The set of numbers below 64 that the value is one of; 0: it is not known to be.
static inline uint64_t heap_set(HeapValue v) {
    return v.kind == HEAP_AMONG ? v.number : v.kind == HEAP_NUMBER && v.number < 64 ? 1ULL << v.number : 0;
}
static inline bool heap_is_pointer(HeapValue v) {
    return v.kind == HEAP_FIRST || v.kind == HEAP_LAST;
}
#endif

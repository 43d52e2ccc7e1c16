// block_state.h - the state of a block while it is built; only for block*.c
//
// States form a tree: a node adds conditions and changed values to its parent.  A value is known by its key: a VarId,
// the number of variables + RegionId, or beyond these a result of the function.  Invariants:
//
//   N1  a parent is older than its node, and 'above' is an ancestor that changes a value, or none;
//   N2  'keys' lists each key of 'values' once, and all of them are in Blocks.assigned.
//
//   block_state.c   the tree: values, conditions, inputs, meeting
//   block_choice.c  do the edges out of a location exclude each other?
//   block_memory.c  accesses and objects
//   block.c         executing a piece; formulas before and after
#ifndef BLOCK_STATE_H
#define BLOCK_STATE_H
#include "program/step/block.h"
#include "program/step/encode.h"
#include "program/live.h"

enum {
    NO_NODE = UINT32_MAX,
    MOST_BYTES = 4096, // of a COPY or SET
    NAME_ROOM = 96,
};

typedef struct Node {
    uint32_t parent; // NO_NODE: the root
    uint32_t above;  // the next ancestor that changes a value
    Map values;      // key -> term id; keys: VarId, number of variables + RegionId, or beyond these a result
    VecU32 keys;     // of 'values'
    VecTerm conditions;
    bool dead; // no run gets here
} Node;

struct Blocks {
    const Program *p;
    Terms *t;
    Layout *layout;
    Encoder *encoder;
    Term all_memory; // region 0
    Live *live;
    // the block being built
    Block *out;
    VEC(Node) nodes;
    VEC(VecU32) waiting; // states that have arrived at a location
    Map waiting_at;      // LocId -> 1 + index
    uint32_t now;        // node of the state being changed
    EdgeId edge;         // being executed
    uint32_t fresh;      // inputs of this edge so far
    Term size;           // of the object that this edge makes
    Term address;        // that this edge accesses through a wild region
    Term object;         // at this address; this edge asks for its size
    Term object_size;    // an input that stands for it, where the object has no place
    uint32_t lost;       // values given up so far
    Map assigned;        // keys
    VecU32 order;        // the same
    Map known;           // inputs: term id
    Map kept;            // variables that are not forgotten
};

// ---- the tree (block_state.c) ----
bool blocks_is_dead(const Blocks *b, VarId v, LocId loc);
uint32_t blocks_new_node(Blocks *b, uint32_t parent);
uint32_t blocks_region_key(const Blocks *b, RegionId r);
uint32_t blocks_result_key(const Blocks *b, uint32_t index);
Term blocks_before(Blocks *b, uint32_t key);                 // its value before the piece
Term blocks_look_up(Blocks *b, uint32_t node, uint32_t key); // its value in the state of a node
void blocks_put(Blocks *b, uint32_t node, uint32_t key, Term value);
void blocks_require(Blocks *b, uint32_t node, Term condition);
Term blocks_input(Blocks *b, const char *stem, uint32_t number, uint32_t index, Sort s);
Term blocks_any(Blocks *b, Sort s);                                                 // a new input of this edge
void blocks_conditions(const Blocks *b, uint32_t node, uint32_t top, VecTerm *out); // below 'top', last first
// The states that have arrived at 'loc', as one.
uint32_t blocks_meet(Blocks *b, LocId loc, const VecU32 *states);

// ---- choices (block_choice.c) ----
// The edges [first, end) start at one location: is at most one of them enabled?
bool blocks_choice_is_clear(const Blocks *b, const VecU32 *edges, uint32_t first, uint32_t end);

// ---- memory (block_memory.c) ----
extern const EncodeState blocks_state; // of the node b->now
bool blocks_is_split(const Program *p);
bool blocks_constant(const Terms *t, Term a, uint64_t *value);
void blocks_objects(Blocks *b, const Cmd *cmd); // ALLOC, FREE, HAVOC, OBJECT_SIZE, VALID
#endif

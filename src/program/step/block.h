// block.h - what a loop-free piece of a function does, as terms
//
// A piece is all paths from one location to another that meet no further point
// of a set that cuts every cycle: a CutEdge.  Its Block is over the program's own
// variables (var_term; Region.term for the cells of a region) as the state
// before the piece, and over inputs:
//
//   a run that goes along the piece from a state X, with inputs I, makes 'guard'
//   true of X and I; each changed variable then has its value, over X and I,
//   each forgotten one has any value, and all else is as before.
//
// So invariants A before and B after are inductive over the piece if A and guard
// imply block_after(B).  Address variables are constants of layout.h: use
// block_before and block_after on formulas that may have them.
//
// The guard may allow more than runs do, never less.  Of memory it says
// that an access is at LAYOUT_LOWEST or above (of a wild region: not at 0) and, where
// an object of the region has a place, inside it or among objects without place.  Lives of
// objects are not followed, and the size of an object is known only where it has a place.
//
// What cannot be expressed - calls, new threads, UNMODELLED - is on the edge out
// of a location for which block_is_unmodelled holds.  Cut there (CutOptions.also): that
// such a point is never reached must be shown as for 'error'; the blocks out of it are never taken.
//
// Names of inputs depend on the edge alone.  Who joins several blocks renames them.
#ifndef BLOCK_H
#define BLOCK_H
#include "program/step/cutpoint.h"
#include "program/step/layout.h"

typedef struct BlockChange {
    VarId var;       // 0: the cells of 'region'; or, where
    uint32_t result; // this is not 0, what the function returns as result number result - 1
    RegionId region;
    Term value;
} BlockChange;
typedef struct BlockStep { // an edge of the piece
    EdgeId edge;
    Term enabled; // does a run that is where it starts take it?
    Term value;   // what INPUT, ALLOC or LOAD gives; else no term
    Term size;    // of what ALLOC makes; else no term
    Term address; // of an access through a wild region; else no term
    Term object;  // the address of the object of which OBJECT_SIZE gives the size: 'value', where it has no place
} BlockStep;
typedef struct Block {
    Term guard;
    FuncId func;
    VEC(BlockChange) changes; // by rising number, variables first
    VecU32 forgotten;         // VarIds: assigned, and nobody reads them any more
    VecTerm inputs;           // variables that occur in guard and values beside the state
    VEC(BlockStep) steps;     // in the order of the piece's edges: block_path
} Block;

typedef struct Blocks Blocks; // of one program, which must not change meanwhile
Blocks *blocks_new(const Program *p);
void blocks_free(Blocks *b);
const Layout *blocks_layout(const Blocks *b);
// Variables of the formula are not forgotten by blocks built from now on, also where nobody reads them any more.
void blocks_keep(Blocks *b, Term formula);

// 'edges' as in a CutEdge.  The caller frees the block.
void block_build(Blocks *b, LocId from, LocId to, const VecU32 *edges, Block *out);
void block_free(Block *block);

// From anything to the state in which the program starts, as a block; and as a formula.
void block_initial(Blocks *b, Block *out);
Term block_initial_formula(Blocks *b);

// A formula about the state before, with addresses known; a formula about the
// state after, as one about the state before and the inputs.
Term block_before(Blocks *b, Term formula);
Term block_after(Blocks *b, const Block *block, Term formula);

// The steps of the one path that a run takes, from first to last, as indices into
// 'steps'.  'holds' says whether a term is true in a model of the guard.
typedef bool (*BlockHolds)(void *context, Term condition);
void block_path(const Blocks *b, const Block *block, BlockHolds holds, void *context, VecU32 *out);

// The cells of a region as a variable; region 0 is all memory of a program without regions.
Term block_region(Blocks *b, RegionId region);
// What a function other than the entry function returns, as a variable: set by the pieces that lead to its exit.
Term block_result(const Program *p, FuncId func, uint32_t index);
Term block_changed(Blocks *b, const Block *block, uint32_t change); // the variable that a change is of

// Does an edge out of 'loc' carry what no block can express?  A CutAlso.
bool block_is_unmodelled(void *unused, const Program *p, LocId loc);
#endif

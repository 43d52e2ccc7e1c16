// path.h - ways through the cutpoint graph, as formulas
//
// The state of a program at a point is the values of the variables and regions
// that matter there: that a piece further on may read before it is written.
// A path gives each piece that it takes copies of its own of what the piece
// changes and of its inputs: "@3!x" is x after the third step.  What is not
// changed keeps its copy, so paths with a common start have common formulas.
//
// Points that a run must not reach are bad: 'error', and those where a command is
// that blocks cannot express.  Pieces out of them are not looked at.
#ifndef PATH_H
#define PATH_H
#include "claim/claim.h"
#include "program/step/block.h"

typedef struct Pieces {
    Program *p;
    Terms *t;
    Blocks *blocks;
    CutGraph *graph;
    Block *piece;  // by cut edge
    bool *bad;     // by point
    VecTerm state; // the variables and regions that matter somewhere; places in it are slots
    Map slot_of;   // term -> 1 + slot
    bool *live;    // by point and slot: does it matter there?
    bool *counts;  // by slot: does some piece add to it?  Then its values need not repeat
    Term initial;  // the states at the entry, of what matters there
    Map origin;    // copy -> what it is a copy of
    Arena *arena;
} Pieces;

// The pieces are basic blocks, or as large as they can be.  False where the engines that work on pieces cannot start:
// 'why' is the reason.
bool pieces_open(Pieces *pc, Program *p, bool basic, Reason *why);
void pieces_close(Pieces *pc);

// Facts, by point, that hold whenever a run is there: the guards of the pieces get them, and what
// they speak of matters.
void pieces_assume(Pieces *pc, const Term facts[]);

// The cells of a region when the program starts (layout_first_cells), as facts cell by cell; and as a whole where
// those below the stores are known.
void first_cells(Terms *t, Term region, Term cells, VecTerm *facts);

// ---- paths ----
typedef struct Place { // a place on a path
    Term *now;         // by slot: its copy here; in the arena of 'pieces'
    Term step;         // how one gets here from the place before, over both places' copies
    Term loose;        // what is left of 'step' if what counters become is forgotten
    uint32_t number;   // of that step: its copies and inputs are called by it
} Place;
Place place_first(Pieces *pc); // the entry; 'step' is 'initial'
// After going along 'cut' from 'before'; 'number' is that of the step, the same
// for all paths through the place.
Place place_next(Pieces *pc, const Place *before, uint32_t cut, uint32_t number);
// Where n paths to a point meet: what they agree on keeps its copy, the rest gets new ones by 'number', and
// for each path 'same' is what makes its copies the new ones.
Place place_join(Pieces *pc, uint32_t point, uint32_t n, const Place from[], uint32_t number, Term same[]);
Term place_formula(Pieces *pc, const Place *at, Term formula); // over the copies of the place
Term pieces_clean(Pieces *pc, Term formula);                   // over the variables again

// The copies at a place of what matters at the point.
void place_copies(const Pieces *pc, const Place *at, uint32_t point, VecTerm *out);
// Does everything that the formula speaks of matter at the point?
bool pieces_matters(const Pieces *pc, uint32_t point, Term formula);
Term pieces_origin(void *pieces, Term variable); // what a variable is a copy of, or itself
bool pieces_counts(void *pieces, Term variable); // is it a copy of a variable that some piece adds to?

// Does 'before' and the step imply 'after'?  As one formula that must be valid.
Term pieces_obligation(Pieces *pc, uint32_t cut, Term before, Term after);
// A term over the state before a cut edge and its inputs, over the copies of a path.
Term place_inner(Pieces *pc, const Place *before, uint32_t number, Term a);

// ---- from a model to a run ----
typedef Term (*PathValue)(void *context, Term variable); // no term: any value
// The run along n steps: inputs, hints and edges into the claim.  False where the
// model does not fix one.
bool path_trace(Pieces *pc, uint32_t n, const uint32_t cuts[], const Place places[], PathValue value, void *context,
                Claim *claim);
// Says of a bad point that was reached (not 'error') why it is one.
void pieces_blame(const Pieces *pc, uint32_t point, Claim *claim);
#endif

// box.h - boxes: ranges of the variables of a state
//
// A Box gives some slots of the state (system.h) a range each; the others may have any value, and
// so may everything that no range fits: floats, arrays, bit-vectors of more than 64 bits.
// Boxes are immutable and belong to their Boxer, which is what the domains made of boxes share.
#ifndef BOX_H
#define BOX_H
#include "domain/domain.h"
#include "domain/interval.h"
#include "domain/ranges.h"
#include "logic/smt/smt.h"

typedef struct Bound {
    uint32_t slot;
    Range range; // neither empty nor everything
} Bound;
typedef struct Box {
    bool none; // no state at all
    uint32_t count;
    const Bound *bounds; // by rising slot
} Box;
typedef VEC(Bound) VecBound;

enum { BOX_QUESTIONS = 240 }; // enough for the post of one box

typedef struct Boxer {
    Procedure *proc;
    Terms *t;
    Arena *arena;
    Smt *smt;
    uint32_t questions; // that posts may still ask; each domain says how many before it starts
    Term guard;         // asserted in the session's outer scope; none: no scope
    Map cost_of;        // term -> how hard it is for the solver
    Term *after;        // by slot: its value after the block at hand; no term: any
    VecU32 reset;       // slots of 'after' that are not the variable itself
} Boxer;

Boxer *boxer_new(Procedure *proc);
void boxer_free(Boxer *b);

const Box *box_top(Boxer *b);
const Box *box_none(Boxer *b);
// Of bounds by rising slot; those that say nothing are left out, and an empty one makes it none.
const Box *box_make(Boxer *b, uint32_t n, const Bound bounds[]);
Range box_range(const Boxer *b, const Box *box, uint32_t slot); // of a slot that fits
bool box_fits(const Boxer *b, uint32_t slot);
const Box *box_join(Boxer *b, const Box *x, const Box *y);
const Box *box_widen(Boxer *b, const Box *x, const Box *y);
const Box *box_alpha(Boxer *b, uint32_t point, Term formula);
// The states after a block, from those of the box where 'also' holds; uses up 'questions'.
const Box *box_post(Boxer *b, const Box *box, Term also, uint32_t cut);
Term box_formula(Boxer *b, const Box *box);

// ---- for domains that ask for bounds of their own ----
// Begins with a block: what 'after' says holds until the next call.
void boxer_enter_block(Boxer *b, uint32_t cut);
bool boxer_is_live(const Boxer *b, uint32_t point, uint32_t slot);
// The session with the guard of the block and 'label' asserted; NULL where it would be too hard.
// 'leave' takes the label back.
Smt *boxer_session(Boxer *b, Term guard, Term label);
void boxer_leave(Boxer *b);
bool boxer_is_hard(Boxer *b, Term a); // too much to ask about
// The ranges that a formula leaves, from those of a box.
Ranges boxer_ranges(Boxer *b, const Box *box, Term formula);
#endif

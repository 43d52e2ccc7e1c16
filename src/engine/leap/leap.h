// leap.h - inside the engine: sets of states, and loops as a whole
//
// A way through the program is a list of cut edges that leaves every loop - a component of the cutpoint graph, nested
// loops included - at most once.  Along it a set of states is carried, a formula over the state at a point, of one of
// two kinds:
//
//   REACHED_ALL   every state of the set is reached by some run (a chain of must- steps);
//   REACHED_SOME  some state of the set is reached (must+ steps): all that follows must work for each of them.
//
// A set that is REACHED_ALL may be made smaller, one that is REACHED_SOME larger; the former becomes the latter at any
// place, never back: the one-flip rule.
//
// Steps are deterministic here: inputs have the values that a *choice* gives them, which disables branches; but before
// the first loop they are free.
#ifndef LEAP_H
#define LEAP_H
#include "engine/engine.h"
#include "logic/smt/smt.h"
#include "system/path.h"

typedef enum Reached { REACHED_ALL, REACHED_SOME } Reached;

typedef struct LeapEdge { // a cut edge, as a deterministic step
    uint32_t from, to;
    Term guard;
    VecTerm var, value; // what it changes of what matters at 'to'
} LeapEdge;

typedef struct Leap {
    System *system;
    Procedure *pc;
    Terms *t;
    Smt *smt;
    VecTerm invariants;    // by point: hold there in every run
    uint32_t *component;   // by point
    bool *is_loop;         // by component
    VecTerm inputs;        // of pieces in loops or behind them
    VecTerm choice;        // by input: its value
    LeapEdge *edge;        // by cut edge, under the choice
    LeapEdge *free;        // the same with inputs as they are
    VecTerm candidates;    // for invariants of loops
    VecU32 way;            // cut edges so far
    uint32_t before_loops; // how many of them come before the first loop
    Term at_first_loop;    // the set there; no term: none was met
    Term last;             // the set at the end
    Reached kind;          // and of which kind it is
    Text ports;            // what was proved, for people
    uint32_t tried;        // edges and loops
} Leap;

// ---- port.c: sets of states ----
bool leap_live(const Leap *l, uint32_t point, uint32_t slot);
void leap_build_edges(Leap *l); // for the choice
void leap_free_edges(Leap *l);
Term edge_before(Leap *l, const LeapEdge *e, Term after); // a formula about the state after, over the state before
// The states after the edge from those of a set: a subset of them where the set is REACHED_ALL, a superset else.
Term leap_image(Leap *l, const LeapEdge *e, Term set, Reached kind);
bool leap_valid(Leap *l, Term premise, Term conclusion);
bool leap_possible(Leap *l, Term formula); // has it a model?
void leap_find_candidates(Leap *l, const VecFollowed *given);
// The conjuncts of a formula, and all comparisons of the sides that its atoms compare.
void leap_add_conjuncts(Leap *l, Term formula, VecTerm *pool);

// ---- loop.c: the theorems ----
// The loop is entered at 'head' in the states of 'entry', and left along the cut edge 'exit'.  True: the exit port
// *port, a set of states at the edge's start, is reached: forward some state of it, backward all of them.
// 'all': all that matters is part of the loop's state, not only what decides how it goes on.
bool leap_forward(Leap *l, uint32_t head, Term entry, uint32_t exit, bool all, Term *port);
bool leap_backward(Leap *l, uint32_t head, Term entry, uint32_t exit, Term *port);
#endif

// leap.h - inside the engine: the abstract graph, sets of states, and loops as a whole
//
// The abstract graph has a point for each cutpoint and, inside loops, each valuation of some predicates: an abstract
// state of the paper.  A way through it is a list of edges that leaves every loop - a component of the graph, nested
// loops included - at most once: a simple abstract path.  Along it a set of states is carried, a formula over the state
// at a point, of one of two kinds:
//
//   REACHED_ALL   every state of the set is reached by some run (a chain of must- steps);
//   REACHED_SOME  some state of the set is reached (must+ steps): all that follows must work for each of them.
//
// A set that is REACHED_ALL may be made smaller, one that is REACHED_SOME larger; the former becomes the latter at any
// place, never back: the one-flip rule.
//
// Steps are deterministic here: an input has the value that its *choice* gives it: a constant, which disables branches;
// a term that depends on a predicate, which schedules them; or several that take turns (round robin: whose turn it is,
// is part of the point).  But before the first loop inputs are free.
#ifndef LEAP_H
#define LEAP_H
#include "engine/engine.h"
#include "logic/smt/smt.h"
#include "system/path.h"

typedef enum Reached { REACHED_ALL, REACHED_SOME } Reached;

typedef struct LeapPoint { // an abstract state
    uint32_t cut;          // the cutpoint
    uint32_t turn;         // of the inputs that take turns
    Term label;            // the predicates that hold there
    VecU32 out;            // edges
} LeapPoint;
typedef struct LeapEdge { // a step between two of them, deterministic
    uint32_t cut;         // the cut edge
    uint32_t from, to;    // points
    Term guard;           // with the label of 'to'
    VecTerm var, value;   // what it changes of what matters at 'to'
} LeapEdge;
typedef VEC(LeapEdge) VecLeapEdge;

typedef struct Choice {
    uint32_t n; // terms that take turns
    Term values[RULE_TURNS];
} Choice;

typedef struct Obligation { // a condition that was proved; for --must-proof
    const char *what;
    Term formula;  // has no model; where 'bound' is there: each of its models
    Term step;     // has one of this with it, for some values of
    uint32_t n;    // these variables
    Term *bound;   // in the system's arena, or NULL
    bool possible; // instead: the formula has a model
} Obligation;

typedef struct Leap {
    System *system;
    Procedure *pc;
    Terms *t;
    Smt *smt;
    VecTerm invariants; // by cutpoint: hold there in every run
    bool *in_loop;      // by cutpoint
    VecTerm inputs;     // of pieces in loops or behind them
    VEC(Choice) choice; // by input
    VecTerm predicates; // that split points
    VecTerm tests;      // atoms over the state, for schedules and splits
    VecTerm candidates; // for the states inside of loops
    // the graph, for the choice and the predicates
    VEC(LeapPoint) points; // the first is the entry
    Map point_of;          // cutpoint, valuation and turn -> 1 + point
    VecLeapEdge edges;     // under the choice
    VecLeapEdge free;      // the same with inputs as they are
    uint32_t *component;   // by point
    bool *is_loop;         // by component
    // the way so far
    VecU32 way;            // edges
    uint32_t before_loops; // how many of them come before the first loop
    Term at_first_loop;    // the set there; no term: none was met
    Term last;             // the set at the end
    Reached kind;          // and of which kind it is
    Text ports;            // what was proved, for people
    VEC(Obligation) proved;
    uint32_t tried;    // edges and loops, of this attempt
    uint32_t attempts; // choices and predicates
} Leap;

// ---- leap_graph.c: the abstract graph ----
bool leap_live(const Leap *l, uint32_t point, uint32_t slot);
Term leap_invariant(const Leap *l, uint32_t point); // with the label
bool *leap_in_loops(const CutGraph *g);             // by cutpoint; the caller frees it
void leap_build(Leap *l);                           // for the choice and the predicates
void leap_unbuild(Leap *l);
Term edge_before(Leap *l, const LeapEdge *e, Term after); // a formula about the state after, over the state before

// ---- port.c: sets of states ----
// The states after the edge from those of a set: a subset of them where the set is REACHED_ALL, a superset else.
Term leap_image(Leap *l, const LeapEdge *e, Term set, Reached kind);
bool leap_valid(Leap *l, Term premise, Term conclusion);
bool leap_possible(Leap *l, Term formula); // has it a model?
void leap_find_candidates(Leap *l, const VecFollowed *given);
void leap_add_candidate(Leap *l, Term c, VecTerm *pool); // once
// The conjuncts of a formula, and all comparisons of the sides that its atoms compare.
void leap_add_conjuncts(Leap *l, Term formula, VecTerm *pool);
void leap_note(Leap *l, Term formula, const char *what); // an obligation: the formula has no model

// ---- loop.c: the theorems ----
// The loop is entered at 'head' in the states of 'entry', and left along the edge 'exit'.  True: the exit port
// *port, a set of states at the edge's start, is reached: forward some state of it, backward all of them.
// 'all': all that matters is part of the loop's state, not only what decides how it goes on.  'part': the entry may be
// made smaller, since all of it is reached and the run is still free to start in the part that is left.
bool leap_forward(Leap *l, uint32_t head, Term *entry, bool part, uint32_t exit, bool all, Term *port);
bool leap_backward(Leap *l, uint32_t head, Term entry, uint32_t exit, Term *port);

// ---- must_proof.c ----
// What was proved, as scripts; false with the reason: it cannot be written.
bool leap_write_proof(Leap *l, const char *path, Reason *why);

// ---- relate.c: candidates from the first rounds of a loop ----
// Of some states (each has a value for each slot): differences that are constant, and what remains of a division by
// the step.
void leap_relate(Leap *l, uint32_t n, const VecTerm states[], VecTerm *pool);
#endif

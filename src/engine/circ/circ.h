// circ.h - context inference: abstract threads that stand for all the other threads; only for src/engine/circ
//
// After T. A. Henzinger, R. Jhala, R. Majumdar, "Race Checking by Context Inference", PLDI 2004, and R. Jhala, "Program
// Verification by Lazy Abstraction" (2004), chapter 5.  One thread is followed as predicates; the others are the
// *context*: how many of them are at each location of an *abstract thread*, counted up to k, MANY beyond that.
//
// Words (papers.md says where this differs from the printed algorithm):
//
//   point, piece   of the templates (program/threads/templates.h): where others come in, and the steps between
//   region         of a thread: its point and which predicates hold.  Predicates are *global* (over shared data) or
//                  *own*: of one template; an own one is *local* if it speaks of the thread's own variables only
//   control        point and local predicates: what no other thread can change
//   ARG            the graph of controls that ReachAndBuild finds; its edges carry the values of the global predicates
//                  before and after, so that they say what a step needs and what it does
//   context        the ARG, Collapsed: 'mu' maps each control to a location of the abstract thread
//   state          a region and a count for each location of the context: the thread followed is not counted
//
// A region is a full valuation of the predicates that are followed at its point: bit i for predicate i.
#ifndef CIRC_H
#define CIRC_H
#include "engine/engine.h"
#include "engine/refine/refine.h"
#include "program/threads/templates.h"
#include "program/step/block.h"

enum {
    NONE = UINT32_MAX,
    MANY = 255, // omega: any number
    MOST_PREDICATES = 60,
    MOST_STATES = 400000,
    MOST_K = 8,
    MOST_ROUNDS = 200,
};

typedef struct Valuation { // after a piece; 'child': the own predicates of the thread that it makes
    uint64_t global, own, child;
} Valuation;
typedef VEC(Valuation) VecValuation;

typedef struct Point {
    LocId loc;
    uint32_t template;
    bool inside;      // an atomic section
    bool ends;        // 'error', or what is not modelled
    uint64_t tracked; // own predicates that are followed here
    VecU32 out;       // pieces
} Point;

typedef struct Piece {
    uint32_t from, to; // points
    VecU32 edges;
    Block block;
    const Spawn *spawn;                     // or NULL
    uint64_t effect[TEMPLATES_MOST];        // own predicates of another thread that it may change, by template
    VecTerm after_global, after_own, child; // the predicates after it, over the state before
} Piece;

typedef struct Own { // predicates of a template
    VecTerm at;
    uint64_t local;
} Own;

typedef struct Control {
    uint32_t point;
    uint64_t local;
} Control;
typedef struct ArgEdge {
    uint32_t from, to; // controls
    uint32_t piece;
    uint32_t child;         // the control of the thread that it makes; NONE: makes none
    uint64_t before, after; // global predicates
} ArgEdge;
typedef struct Arg {
    VEC(Control) controls;
    VEC(ArgEdge) edges;
    VEC(VecU32) out; // by control
    Map controls_at, edges_at;
} Arg;

typedef struct ContextEdge {
    uint32_t from, to, piece, child; // locations of the context; one piece of those that do the same
    uint64_t before, after;
} ContextEdge;
typedef struct Context {
    uint32_t locations;
    VecU32 mu;                     // by control
    VEC(uint8_t) inside, template; // by location
    VEC(ContextEdge) edges;
    VEC(VecU32) out; // by location
    Map edges_at;
} Context;

typedef enum How { HOW_START, HOW_OWN, HOW_CONTEXT, HOW_BORN } How;
typedef struct State {
    uint32_t point, counts; // counts: number of the vector
    uint64_t global, own;
    uint32_t parent;
    How how;            // BORN: it is the thread that the one of the parent made
    uint32_t by;        // piece; CONTEXT: edge of the context
    uint64_t maker_own; // BORN: own predicates of the maker after that
    uint64_t child_own; // OWN, where a thread was made: its own predicates
} State;

typedef struct Posts { // what was asked before
    Map at;
    VEC(VecValuation) results;
    struct {
        struct PostKey {
            uint64_t piece, global, own, more;
        } * at;
        uint32_t count, room;
    } keys;
} Posts;

typedef struct Circ {
    const Task *task;
    Claim *claim;
    Templates *ts;
    const Program *p; // that of the templates
    Terms *t;
    Blocks *blocks;
    Smt *smt;
    Refiner *refiner;
    VEC(Point) points;
    VEC(Piece) pieces;
    Map point_of; // LocId -> 1 + point
    VecTerm global;
    Own own[TEMPLATES_MOST];
    uint32_t k;
    Arg arg;
    Context context;
    Posts posts, views;
    VEC(State) states;
    VEC(uint8_t) counts; // vectors of context.locations counts
    uint32_t n_counts;
    Map states_at, counts_at;
    Map origin;     // copies of variables on a path -> the variable
    Map thread_of;  // such a copy of a thread's own variable -> 1 + thread
    bool undecided; // the solver gave up
    const char *failed;
} Circ;

// ---- points, pieces, predicates, posts (circ_post.c) ----
void circ_points(Circ *c);
bool circ_add_predicate(Circ *c, uint32_t template, Term predicate); // false: known, or there are too many
void circ_predicates_changed(Circ *c);                               // tables that depend on them
void circ_forget_posts(Circ *c);
Term circ_region_formula(Circ *c, uint32_t template, uint64_t tracked, uint64_t global, uint64_t own);
const VecValuation *circ_post(Circ *c, uint32_t piece, uint64_t global, uint64_t own);
// What a thread's own predicates may be after a step of another one.
const VecValuation *circ_view(Circ *c, uint32_t point, uint64_t own, uint64_t affected, uint64_t global);
void circ_initial(Circ *c, VecValuation *out);

// ---- the abstract thread (circ_context.c) ----
uint32_t circ_control(Circ *c, uint32_t point, uint64_t own); // made if it is not there
uint32_t circ_find_control(const Circ *c, uint32_t point, uint64_t own);
void circ_connect(Circ *c, const ArgEdge *edge);
bool circ_is_silent(const Circ *c, uint32_t piece, uint64_t before, uint64_t after);
void circ_collapse(Circ *c);
bool circ_check_sim(const Circ *c);
void circ_forget(Circ *c); // ARG and context

// ---- counterexamples (circ_refine.c) ----
typedef enum Refined { REFINED, REAL, STUCK } Refined;
Refined circ_refine(Circ *c, uint32_t state);

// ---- claims (circ_claim.c) ----
void circ_claim_proof(Circ *c);
#endif

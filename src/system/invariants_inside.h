// invariants_inside.h - what the parts of the search for invariants share
#ifndef INVARIANTS_INSIDE_H
#define INVARIANTS_INSIDE_H
#include "logic/smt/smt.h"
#include "system/invariants.h"

enum { RESOURCES = 2000000 }; // of the solver, a question

typedef struct Finder {
    System *system;
    uint32_t n;         // procedures: the entry procedure alone, or all of the system
    uint32_t at;        // the procedure at hand
    Procedure *proc;    // the same
    uint32_t *first_of; // by procedure: the number of its first cut edge among those of all; [n]: their number
    Terms *t;
    Smt *smt;
    VecTerm *known;             // by procedure and point: what was found so far
    bool *settled;              // by procedure: what is known of it was given, nothing more is looked for
    uint32_t asked, unanswered; // in this round
    uint32_t questions;         // in all
    Map given;                  // of the block at hand: a value that it gives -> 1 + the slot that gets it
    VecU32 todo;                // steps to look at: cut edges by their numbers; calls also as ways into the callee
    bool *waits;                // by step
} Finder;

typedef struct Step {
    bool enters; // a call, as the way into the callee
    uint32_t cut;
    uint32_t proc, to; // where it leads: a procedure and a point of it
} Step;

typedef VecTerm *Candidates;                                                    // inequalities, by point
typedef Term (*After)(Finder *f, uint32_t cut, Term a);                         // a term's value after a step
typedef Term (*Holds)(Finder *f, void *context, uint32_t proc, uint32_t point); // at a point of a procedure

// invariants_finder.c
bool finder_gives_up(const Finder *f);
void finder_turn_to(Finder *f, uint32_t proc);
uint32_t finder_number(const Finder *f, const Procedure *proc);
bool finder_follows_calls(const Finder *f);
SmtAnswer finder_ask(Finder *f, Term reach, Term formula);
void finder_look_at_out(Finder *f, uint32_t point);
void finder_grown_at(Finder *f, uint32_t point);
bool finder_next_step(Finder *f, Step *out);
void finder_start_round(Finder *f);
bool finder_matters(const Finder *f, uint32_t point, uint32_t slot);
bool finder_counts(const Finder *f, uint32_t slot);
Term finder_after_step(Finder *f, uint32_t cut, Term a);
Term finder_after_enter(Finder *f, uint32_t cut, Term a);
Term finder_at_start(Finder *f, uint32_t cut, Term a);
Term finder_first_values(const Procedure *proc);
Term finder_along(const Finder *f, uint32_t cut);
Term finder_reach(Finder *f, const Step *step, Holds holds, void *context);

// invariants_equations.c
bool finder_has_counter(const Finder *f, uint32_t width);
void finder_sums(Finder *f, uint32_t point, uint32_t width, VecTerm *out);
uint32_t finder_equations(Finder *f);

// invariants_propose.c
void finder_propose(Finder *f, Candidates candidates[]);

// invariants_inequalities.c
uint32_t finder_inequalities(Finder *f);

#endif

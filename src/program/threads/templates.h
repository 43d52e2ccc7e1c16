// templates.h - a program with threads as thread templates: one function of a single thread for each of them
//
// A template is what a thread runs: main, a thread function started at one create command that runs once, or a thread
// function of which there may be any number of copies ('many').  The new program has a function for each template,
// a copy of its own; between them there are no calls or creations, and what threads do to each other is in global
// variables, which are ghosts:
//
//   owner!i     which thread holds mutex i: 'me' of that thread, a number other than 0; 0: it is free;
//   state!i     of a template that runs once: TEMPLATE_NOT_MADE, TEMPLATE_RUNS, TEMPLATE_ENDED;
//   tid!i       what thread-create gives for it: some number;
//   result!i    what it returned.
//
//   claim!0     of data races, with claim.address!0 and claim.bytes!0: some thread stands before a read (1) or a write
//               (2) of these bytes, outside of atomic sections, and has claimed them; 0: nobody has.
//
//   off!0, top!0, below!i   interrupts are off; 1 + the template that has preempted all others, and which one was that
//               before template i preempted it.  Where a thread is in an interrupt, or in main, its steps that others
//               can see wait until it is the top.
//
// So lock is "wait until owner = 0, owner := me" in one step, join of tid!i waits for state!i = TEMPLATE_ENDED, and
// thread-create sets state!i.  Each template has a local variable 'me' that nobody assigns.
//
// An ACCESS, before which a thread may stand, fails if another thread has claimed a common byte and one of both writes.
// Then the thread may claim what it is about to access, if nobody has claimed anything, for as long as it stands there.
// So two threads that stand before accesses which race are an error: one claims, the other comes to its access.
//
// A *point* is a location where other threads may come in: the entry, where a step that touches shared data ends,
// where a thread is made, and a head of each loop.  Between two points a thread takes steps of its own, which no other
// can see or hinder, and then at most one that others can see; or a whole atomic section.  So what threads do from
// point to point may be taken as one step (R. Lipton, "Reduction", CACM 1975): own steps come first, and what follows a
// visible step belongs to the next piece, as a thread may stop for ever behind it.  Points inside of an atomic section
// ('inside') are heads of loops there: nobody else moves while a thread is at one.
//
// What is not expressed becomes UNMODELLED: a thread that is started through a pointer or inside an atomic section,
// a mutex at an address that is not known.  NULL with the reason: thread-local variables, too many templates.
//
// Checks of answers make the templates once more, from the program; their numbers are the same each time.
#ifndef TEMPLATES_H
#define TEMPLATES_H
#include "program/program.h"

enum { TEMPLATE_NOT_MADE, TEMPLATE_RUNS, TEMPLATE_ENDED, TEMPLATE_STATE_BITS = 2, TEMPLATES_MOST = 24 };

typedef struct Template {
    FuncId func; // in the new program
    FuncId old;
    bool many;   // any number of copies
    VarId me;    // local to 'func'
    VarId state; // not many, and not main: the ghosts above
    VarId tid, result;
} Template;

typedef struct Spawn { // an edge that makes a thread
    uint32_t template;
    Term argument; // over the variables of the creator before the step; or none
} Spawn;

typedef struct Templates {
    const Program *old;
    Program *p;        // its entry function is template 0
    VEC(Template) all; // 0 is main
    VEC(Spawn) spawns;
    VecU32 spawn_of;                         // by EdgeId: 1 + index into spawns
    VecU32 origin;                           // by EdgeId: which edge of the old program it is a part of
    VecU32 var_origin;                       // by VarId, may be short: what it is a copy of; 0: itself, or a ghost
    VecU32 template_of;                      // by FuncId: 1 + template
    VecTerm owners;                          // the ghosts owner!i
    VarId claim, claim_address, claim_bytes; // ghosts; 0: nothing can race
    VarId off, top, below[TEMPLATES_MOST];   // ghosts of interrupts; 0: there are none
    VecTerm mutexes;                         // the addresses, in the same order
    VEC(uint8_t) inside;                     // by LocId: in an atomic section
    uint8_t *is_point;                       // by LocId
    uint8_t *visible;                        // by EdgeId: other threads can see the step, or it depends on what they do
} Templates;

Templates *templates_new(const Program *p, Reason *why);
void templates_free(Templates *ts);

// Which template the location belongs to.
uint32_t template_at(const Templates *ts, LocId loc);
EdgeId templates_origin(const Templates *ts, EdgeId e);      // 0: none
const Spawn *templates_spawn(const Templates *ts, EdgeId e); // NULL: makes no thread
// The variable of the old program; 0: a ghost.
VarId templates_var(const Templates *ts, VarId v);
// Can a thread of template a and another one of template b be there at the same time?
bool templates_meet(const Templates *ts, uint32_t a, uint32_t b);
#endif

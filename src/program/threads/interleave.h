// interleave.h - a program with threads as one of a single thread: the product of the threads' graphs
//
// A location of the product stands for a *configuration*: where each thread is (its location and the calls it is in),
// whether it has ended or was joined, who is in an atomic section, and who holds which mutex.  An edge is a step of one
// thread.  Each thread has its own copies of the local variables.  Which thread goes next is an input
// (INTERLEAVE_CHOICE): a configuration in which several can go on has an edge for it, and is a cut.  So a run of the
// product is a run of the program under some schedule, and what is proved of the product holds under every schedule.
//
// Not every interleaving is there.  Where a thread can take a step that cannot fail, does not end the run and
// touches nothing that the others may still touch, only that step is there: every run can be reordered so that it comes
// now, and whether 'error' is reached does not change (persistent sets: P. Godefroid, "Partial-Order Methods for the
// Verification of Concurrent Systems", LNCS 1032, 1996).  Each cycle of a thread has a location where this is not done,
// so nobody is put off for ever.
//
// Data races.  In a configuration in which two threads stand before marked accesses (ACCESS) that conflict, an edge
// leads to 'error' if the accesses have a byte in common.  Why this finds a race wherever some run has one:
//
//   - Take a run of the program whose last access is its first that is not ordered with one before (interpret_race.c).
//     Without the steps that do not happen before either of the two it is a run still: as nothing before races, each
//     read is ordered behind the writes it depends on.  It ends with both threads before their accesses.  Where one of
//     them is in an atomic section the other one got where it is before the section began.
//   - The access right behind its mark is taken with the mark ("bound").  In a shortest run to a race two
//     conflicting accesses never overlap with their marks - at the later mark there would have been a race before -
//     so each can follow its mark at once.
//   - Steps taken early keep races.  A mark touches what its access touches, so none is taken early that may
//     conflict with another thread's later access.  Let a run lead from a configuration to a race, and let thread t
//     step early there.  If t steps in the run its first step can come first.  If not, t is not one of the two
//     that race - its next step would be a mark that conflicts - and its step changes nothing for the others: the
//     same run leads to the same race behind it.  As each cycle has a location where nothing is taken early, this
//     ends.  For the same reason races need not be looked for where a step is taken early.
//   - An atomic section is entered early only as a whole, under the same condition for all that is in it.
//
// Where a race is two threads that meet (Program.races_meet) the first step of this argument falls away, and the one
// that can go on takes the last step.
//
// Interrupts.  Who is in one, and which began later, is a part of the configuration: who is preempted takes no step.  A
// step taken early is one of a thread that is not preempted; interrupts that begin later do not hinder it.
//
// Deadlocks.  Persistent sets keep them: a state in which every thread waits has no step that could be put off.  Where
// all that run stand before waits with a goal, an edge leads to 'error' if what they wait for is not there.
//
// What waits (a mutex that is held, a thread that has not ended) has no edge: a run in which every thread waits
// ends, as one in which the wrong thread was chosen does.
//
// What the product does not express becomes UNMODELLED: a mutex whose address is not known, a thread that
// is started through a pointer.  Each thread has its own thread-local objects.  Objects on the stack live on
// when their function has returned: the product has more runs there, never fewer.  NULL with the reason: too
// many threads, calls or configurations.
//
// Checks of answers build the product once more, from the program; its numbers are the same each time.
#ifndef INTERLEAVE_H
#define INTERLEAVE_H
#include "program/program.h"

#define INTERLEAVE_CHOICE "the next thread" // the name of the inputs
enum { INTERLEAVE_THREADS = 12 };           // at most; their numbers are the values of the inputs

typedef struct Interleaving Interleaving;
enum { INTERLEAVE_USUAL = 300000, INTERLEAVE_SMALL = 60000 }; // configurations
Interleaving *interleave(const Program *p, uint32_t budget, Reason *why);
void interleaving_free(Interleaving *in);

Program *interleaving_program(const Interleaving *in);        // a copy of 'p' with another entry function
const Program *interleaving_original(const Interleaving *in); // 'p'
// Which thread takes which edge of the program; 0: an edge that only chooses or tests.
EdgeId interleaving_step(const Interleaving *in, EdgeId e, uint32_t *thread);
uint32_t interleaving_configurations(const Interleaving *in);
#endif

// check_threads.h - is a thread-modular proof right?
//
// The templates (program/threads/templates.h) are made anew from the program.  Let G be the invariant at location 0 and
// P(l) that at point l, true where there is none and false at 'error' and where a command is not modelled.  A piece is
// a loop-free part of a template from point to point, one step as others see it.  The proof stands (after S. Owicki and
// D. Gries, "An Axiomatic Proof Technique for Parallel Programs I", Acta Informatica 6, 1976) if
//
//   start         G and P(entry of main) hold when the program starts;
//   step          G, P(l) and a piece from l to m imply G and P(m) after it: for each template, also where m is
//                 'error' or not modelled;
//   create        where the piece makes a thread they imply P(entry of that template) for the new thread;
//   interference  G, P(l) of a thread, P(k) of another one and a piece from k of that one imply P(l) after it: for
//                 all pairs of templates of which both can be there, a template with many copies also beside itself.
//
// Each thread has its own variables and its own number 'me', which is not 0.  A new thread's number is that of no
// other thread, and it holds no mutex.  A counter is at least the number of the threads at hand that it counts; the
// thread that moves is counted where it was before and where it is after.  Points inside atomic sections need not be
// kept under interference: no other thread moves then.  So a counter of nothing but such points counts at most the
// thread that moves; and one of nothing but points of a template that runs once counts at most the thread at hand that
// is of this template, where there is one.
//
// By induction over the steps of a run with any number of threads, G and the P of where each thread is hold
// always; so no thread reaches 'error'.  Data races are errors of the templates, and need no condition of their own.
#ifndef CHECK_THREADS_H
#define CHECK_THREADS_H
#include "answer/check/check_proof.h"

ProofCheck check_threads(const Program *p, const Proof *proof, const ProofOptions *options);
#endif

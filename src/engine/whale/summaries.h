// summaries.h - files of guards, summaries and labels, so that a library is analysed once
//
//   hone summaries 1
//   function NAME SHA256      of what its blocks do
//   point 0 SMT               a formula over the function's variables, which are numbered: NAME#0, NAME#1, ...
//   ...
//   end
//
// Variables are numbered in the order in which the function's blocks mention them, so a file still fits where other
// functions were changed.  Of a function whose digest differs nothing is read.
//
// A file is not trusted: what is read are guesses, of which those are kept that are proved to be inductive for this
// program (encodings.h).  So it does no harm where a function is the same and what it calls is not: what followed from
// that alone is dropped.
#ifndef SUMMARIES_H
#define SUMMARIES_H
#include "engine/chc/clauses.h"
#include "engine/refine/encodings.h"

// 'known' by relation of clauses_open.
bool summaries_write(const char *path, const Clauses *c, const Term known[], Reason *why);
// Adds what the file says of functions that are the same to the guesses, by relation; same[k]: procedure k is one.
// False with the reason where it is no such file; then nothing is added.
bool summaries_read(const char *path, const Clauses *c, Guesses *guesses, bool same[], Reason *why);
#endif

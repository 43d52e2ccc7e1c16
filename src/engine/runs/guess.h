// guess.h - values for the inputs of a run
//
// A run has a mood.  An input gets a value that the program compares it with, or one next to that, a small number, or
// one of any size.  What the library returns is often the size of something: it may be the size of an object of the
// program, too.  Bytes come from a stream of the program's strings, of digits, letters and characters that the program
// compares with, one after the other: what the program reads in order makes words.
#ifndef ENGINE_RUNS_GUESS_H
#define ENGINE_RUNS_GUESS_H
#include "program/program.h"
#include "program/run/trace.h"

typedef enum Mood { MOOD_ZERO, MOOD_COMPARED, MOOD_MIXED, MOOD_SMALL, MOOD_ANY, MOODS } Mood;
typedef struct Guesser Guesser;

// 'random' is the state of random_next; it is the caller's.
Guesser *guesser_new(const Program *p, uint64_t *random);
void guesser_free(Guesser *g);

void guess_begin(Guesser *g, Mood mood); // a run
// 'edge': the INPUT or the LOAD of memory that was never written; 0: an argument of the entry function.
Value guess_value(Guesser *g, EdgeId edge, ValueType type);
#endif

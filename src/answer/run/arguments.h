// arguments.h - what main is given in a run, from the inputs of the models in libc/start.c
//
// The array of arguments is the first object after globals and functions, then come the texts.  Bytes
// that the run did not look at are 'a'.
#ifndef ARGUMENTS_H
#define ARGUMENTS_H
#include "program/run/trace.h"

// Trace.arguments has the texts without the program's own name, which is "program" in runs of ours.
#define NUMBER_OF_ARGUMENTS "number of arguments"
#define LENGTH_OF_ARGUMENT "length of an argument"

uint32_t argument_object(const Program *p, uint32_t i); // the number of the object that argv[i] points to
bool argument_is(const Trace *t, const TraceInput *input, const char *what); // is it one of the inputs above?
// argv[i], whose length is given; at most 'most' bytes of it.
char *argument_text(const Program *p, const Trace *t, uint32_t i, uint64_t length, uint64_t most, Arena *arena);
// How much of it was looked at: bytes from the start.
uint64_t argument_read(const Program *p, const Trace *t, uint32_t i, uint64_t length);
bool takes_arguments(const Program *p, bool *texts); // does the program ask for their number?  'texts': and contents
// Takes the arguments out of the inputs and the memory of a run of 'p'; false: they are too many or too long, and 't'
// is as it was.
bool arguments_collect(const Program *p, Trace *t);
// Back again: what a run of 'p' needs so that main is given t->arguments.
void arguments_give(const Program *p, Trace *t);
// How many bytes of the run's initial memory a process can be given in arguments: not those of the program's own name,
// nor any behind the end of a text.
uint32_t argument_bytes(const Program *p, const Trace *t);
#endif

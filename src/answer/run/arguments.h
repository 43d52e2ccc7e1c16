// arguments.h - what main is given in a run, from the inputs of the models in libc/start.c
//
// The array of arguments is the first object after globals and functions, then come the texts.  Bytes
// that the run did not look at are 'a'.
#ifndef ARGUMENTS_H
#define ARGUMENTS_H
#include "program/run/trace.h"

#define NUMBER_OF_ARGUMENTS "number of arguments"
#define LENGTH_OF_ARGUMENT "length of an argument"

uint32_t argument_object(const Program *p, uint32_t i); // the number of the object that argv[i] points to
bool argument_is(const Trace *t, const TraceInput *input, const char *what); // is it one of the inputs above?
// argv[i], whose length is given; at most 'most' bytes of it.
char *argument_text(const Program *p, const Trace *t, uint32_t i, uint64_t length, uint64_t most, Arena *arena);
// How much of it was looked at: bytes from the start.
uint64_t argument_read(const Program *p, const Trace *t, uint32_t i, uint64_t length);
// How many bytes of the run's initial memory a process can be given in arguments: not those of the program's own name,
// nor any behind the end of a text.
uint32_t argument_bytes(const Program *p, const Trace *t);
#endif

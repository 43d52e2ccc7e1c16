// emit.h - a Program as a function in C, for runs that are too long for the interpreter
//
// The function does what the interpreter does, edge by edge, with inputs by rules (rules.h).  It is plain C over
// 64-bit numbers, so not every program can be written that way: see emit_trouble.  What stands around it:
//
//   hone_give(function, value)   is called for each input that 'given' wants
//   hone_end(end, edge, steps)   is called at the end of the run; 'end' is a RunEnd
#ifndef EMIT_H
#define EMIT_H
#include "program/run/rules.h"

// Why this program cannot be written in C: "memory", "floats", ...; NULL: it can be.
const char *emit_trouble(const Program *p, const InputRules *rules);

typedef bool (*EmitGiven)(const void *context, EdgeId input);
// Defines 'static void hone_run(void)'; the program has no trouble.
void emit_program(const Program *p, const InputRules *rules, EmitGiven given, const void *context, FILE *out);
#endif

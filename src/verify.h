// verify.h - the pipeline: from the command line's options to an answer
//
// All run inside a supervised worker (base/limits.h) and return the exit code.
#ifndef VERIFY_H
#define VERIFY_H
#include "base/options.h"

int verify_check(const Options *options); // hone check
int verify_run(const Options *options);   // hone run
int verify_proof(const Options *options); // hone proof

// Is a witness right?  (verify_witness.c)
int verify_witness(const Options *options);

// The steps between reading a program and giving it to an engine, up to STAGE_*.
typedef struct Program Program;
typedef struct Property Property;
void verify_prepare(Program *p, const Property *property, int stage);

// What an engine gets: a sliced copy, with variables that steer as control ('states' then is not NULL).
typedef struct Engine Engine;
typedef struct States States;
Program *verify_slice(const Program *p, const Engine *engine, const Options *options, States **states);

// Runs one engine on a program and reports what stands of its claim; several, and reports the
// first answer that stands (verify_portfolio.c).
typedef struct Input Input;
int verify_decide(Program *p, const Input *input, const Options *options, const Engine *engine, Arena *arena);
int verify_portfolio(Program *p, const Input *input, const Options *options, Arena *arena);

// A claim that was made by unwinding everything: true in 'report' if the check stands, else unknown.
typedef struct Report Report;
void verify_unwound(const Program *p, Report *report, Arena *arena);

// Before 'true' is printed: the compiled program is run on a few inputs.  The report of a failure, or NULL.
// 'used': seconds that the answer took so far.
const Report *verify_sample(const Program *p, const Input *input, const Options *options, double used, Arena *arena);
#endif

// verify.h - the pipeline: from the command line's options to a verdict
//
// The commands run inside a supervised worker (base/limits.h), report and return the exit code.  What decides
// returns a Verdict (report/verdict.h) and prints nothing.
#ifndef VERIFY_H
#define VERIFY_H
#include "base/options.h"
#include "claim/claim.h"
#include "report/facts.h"

// ---- the commands ----
int verify_check(const Options *options);   // hone check
int verify_run(const Options *options);     // hone run (verify_run.c)
int verify_proof(const Options *options);   // hone proof (verify_proof.c)
int verify_witness(const Options *options); // hone witness (verify_witness.c)
int verify_test(const Options *options);    // hone test --api (verify_test.c)
int verify_cover(const Options *options);   // hone test --cover (verify_cover.c)
int verify_suite(const Options *options);   // hone test --run (verify_suite.c)
int verify_bp(const Options *options);      // hone bp (verify_bp.c)

// ---- steps of the pipeline ----
typedef struct Interleaving Interleaving;
// What is to be decided.
typedef struct Question {
    Program *program;          // prepared up to STAGE_MEMORY
    const ProgramFacts *facts; // of it
    const Input *input;
    const Options *options;
    Arena *arena;                // for the texts of the verdict
    const Interleaving *threads; // the product of its threads, for engines; NULL: it has one thread only, or too many
                                 // interleavings
    const char *not_joined;      // why there is none, or NULL
    double seconds;              // portfolio: CPU time of a member at most; 0: what --timeout leaves
    // portfolio: NULL, or makes the program, prepared, in each member: the members' processes end with all they made
    Program *(*make)(const void *context);
    const void *context;
    unsigned features; // of that program
} Question;

// What the command line asks for, with what rules and drivers add to the files.  Returns 0, or the exit code with the
// message in 'why'.  'usual' is the property where the options name none; NULL: the default.
int verify_input(const Options *options, const char *usual, Arena *arena, Input *input, Reason *why);
// The program as the front end reads it; NULL with the reason.
Program *verify_read(const FrontendInput *in, Reason *why);
// The steps between reading a program and giving it to an engine, up to STAGE_*.  'keep_calls': none is inlined.
void verify_prepare(Program *p, const Property *property, int stage, bool keep_calls);
// What an engine gets: a sliced copy, with state variables as control ('states' then is not NULL).
typedef struct Engine Engine;
typedef struct States States;
Program *verify_slice(const Program *p, const Engine *engine, const Options *options, States **states);

// Runs one engine, and checks what it claims (verify_decide.c); several, and takes the first answer that
// stands (verify_portfolio.c).
Verdict verify_decide(const Question *q, const Engine *engine);
// --all: as the engine, or portfolio, answers for each check (verify_each.c).
Verdict verify_each(const Question *q, const Engine *engine, Checks *checks);
// One product of the threads for all members of a portfolio; NULL: see Question, as for 'not_joined'.
Interleaving *verify_join_threads(const Program *p, Arena *arena, const char **not_joined);
Verdict verify_portfolio(const Question *q);

// ---- the report ----
// What is known so far, for the supervisor: the file of --json has it whatever becomes of the worker.
void verify_note(const Verdict *v, const Options *options);
// Notes the verdict, prints it, and returns the exit code.
int verify_report(const Verdict *v, const Options *options);
// The same for an error; 'task' may be NULL.
int verify_fail(int code, const Reason *why, const TaskFacts *task, const Options *options);

// ---- from a claim to a verdict (verify_answer.c) ----
typedef struct ProofCheck ProofCheck;
typedef struct Judgement Judgement;
// What stands of a claim, files that the user wants included.
Verdict verify_answer(const Question *q, const Claim *claim);
// TRUE by invariants if the check stands, else UNKNOWN.
Verdict verdict_of_proof(const char *property, const ProofCheck *check, Arena *arena);
// A claim that was made by unrolling everything: TRUE if that can be repeated, else UNKNOWN.
Verdict verdict_of_unrolling(const Program *p, const char *property, Arena *arena);
// FALSE unless the run was refuted, else UNKNOWN.  Takes the story.
Verdict verdict_of_run(const char *property, Judgement *judgement);
// Before TRUE is reported the compiled program is run on a few inputs.  Where that fails the verdict becomes UNKNOWN, a
// conflict.  'used': seconds that the answer took so far.
void verify_sample(const Question *q, double used, Verdict *v);

// ---- verify_dump.c ----
int verify_dump(const Program *p, const Options *options); // --dump
#endif

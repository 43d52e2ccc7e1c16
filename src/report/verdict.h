// verdict.h - what became of a task, as data
//
// Deciding (verify_decide.c, verify_portfolio.c) makes a Verdict and prints nothing; the writers of this folder turn it
// into lines for people (terminal.h) and into JSON (report_json.h).  A member of the portfolio and the worker hand
// theirs over to the process that waits for them: verdict_record.h.
//
// A verdict grows: 'task' is set when the input was read, 'program' when the front end is done, the rest when the task
// was decided.  What does not apply is zero: NULL, an empty vector, the first value of an enum.  So a verdict of
// all zeros claims nothing.  Always, of one that is decided:
//
//   V1  TRUE has a proof, no reason and no story;
//   V2  FALSE has a story that says what happens, no reason and no proof, and no replay that refutes it;
//   V3  UNKNOWN has a reason, no story and no proof;
//   V4  ERROR has an exit code of its own, and a message unless it is a bug;
//   V5  all but ERROR name the property; at most one member is the one that answered;
//   V6  DONE has tests, no reason, no story and no proof.
//
// Texts live in the arena or the program that the verdict was made with; vectors belong to the verdict.
#ifndef VERDICT_H
#define VERDICT_H
#include "answer/check/shared.h"
#include "answer/invariants/contract_text.h"
#include "answer/invariants/invariant_text.h"
#include "answer/story/story.h"
#include "report/checks.h"

typedef enum Outcome {
    OUTCOME_UNKNOWN,
    OUTCOME_TRUE,
    OUTCOME_FALSE,
    OUTCOME_DONE,  // tests were made, and none fails: nothing is said of the property
    OUTCOME_ERROR, // there is no verdict: of the input or the command line, or a bug; 'error' is the exit code
} Outcome;

// What running the compiled program on the inputs found said.
typedef enum ReplayStanding {
    REPLAY_NONE,    // nothing was found that could be run
    REPLAY_OPEN,    // it was not run, or what it did says nothing: 'replay_text' says why
    REPLAY_AGREES,  // it reached the error
    REPLAY_REFUTED, // it did not, with the same inputs and free to do only the same
} ReplayStanding;

typedef enum ProofKind {
    PROOF_NONE,
    PROOF_INVARIANTS, // inductive invariants, of which each condition was proved
    PROOF_WITNESS,    // the same, those of a witness
    PROOF_UNROLLED,   // everything was unrolled, and once more in another way
    PROOF_ONLY_RUN,   // the program has one run, which was followed to its end
    PROOF_HEAPS,      // symbolic heaps at loops, of which each step was followed
    PROOF_LOCKS,      // pairs of accesses that a lock, an atomic section or the order of threads keeps apart
} ProofKind;

typedef struct ProofFacts {
    ProofKind kind;
    uint32_t conditions, by_bits, by_integers,
        by_second;                              // of invariants: how many were proved how; second: by cvc5, too
    uint32_t witness_invariants;                // WITNESS: how many it has
    uint32_t rounds;                            // UNROLLED
    uint64_t steps;                             // ONLY_RUN
    uint32_t points, heaps;                     // HEAPS: locations that have heaps, and how many these are
    uint32_t accesses, atomic, locked, ordered; // LOCKS: accesses, and pairs of them by why they do not race
    const char *proviso;                        // what the answer hangs on (proviso.h), or NULL
    const char *nothing;                        // why there was nothing to check, or NULL
} ProofFacts;

typedef struct TaskFacts {
    Texts files;
    const char *property; // its name
    const char *claim;    // what it says of this program: "reach_error() is never called"; NULL: the name says it
    const char *entry, *data_model, *externals;
    const char *beside; // what else runs: "interrupts uart, tasks work", or NULL
    const char *engine; // as asked for
    const char *note;   // what the user should know of how the input was read, or NULL
} TaskFacts;

typedef struct ProgramFacts {
    uint32_t functions, locations, edges;
    bool unmodelled;  // something in it is not modelled
    Checks checks;    // the places where the property can fail
    bool summed;      // the answers of checks are counted at the end: those of memory
    bool listed;      // each is told at the end: --all
    uint32_t settled; // places where it could have failed, but no way leads to the violation: proved beforehand
    Assumptions assumptions;
} ProgramFacts;

typedef struct MemberFacts { // what became of a member of the portfolio
    const char *name, *engine, *settings;
    const char *said; // "true", "unknown(bound)", "not needed"
    bool won;         // its answer is the answer
    double cpu, megabytes;
} MemberFacts;
typedef VEC(MemberFacts) Members;

typedef struct FilesWritten { // their paths; NULL: not written
    const char *certificate, *harness, *inputs, *witness;
} FilesWritten;

typedef struct TestFacts { // of 'hone test'
    const char *api;       // the file that describes the interface; NULL: no tests were made
    const char *match;     // how states were matched, in words
    const char *missing;   // why branches may have been missed; NULL: none up to that length
    uint32_t length, calls;
    uint64_t states, matched, sequences; // stored; matched; executed
    double seconds;                      // of CPU time for that
    uint32_t branches, executed, covered;
    uint32_t tests;
    const char *directory; // where they were written; NULL: nowhere
    Texts failing;         // the calls of the test that fails
    Texts missed;          // branches that no test takes: "tree.c:12:7 in tree_add"
    Texts notes;           // what was left out on the way
} TestFacts;

typedef enum PlaceFate { PLACE_OPEN, PLACE_LIVE, PLACE_DEAD } PlaceFate;
typedef struct CoverPlace { // that a test should reach
    const char *file, *function;
    uint32_t line, column;
    const char *text; // which outcome, which error; NULL: the line
    bool jumps;       // nothing but jumps is there: compilers may leave them out
    PlaceFate fate;
    uint32_t test;   // LIVE: the number of the first test that reaches it, from 1
    const char *why; // OPEN: the reason; DEAD: how it was proved
} CoverPlace;
typedef struct CoverFacts { // of 'hone test --cover'
    const char *what;       // "branch", "location"; NULL: no tests were made
    const char *with;       // the expression that must be true there, or NULL
    VEC(CoverPlace) places;
    uint32_t tests, queries;
    const char *directory; // where they were written; NULL: nowhere
    Texts assumes;         // what the proofs of dead places take for granted
    Texts notes;
} CoverFacts;

typedef struct SuiteFacts { // of 'hone test --run'
    const char *directory;  // of the suite; NULL: none was run
    uint32_t runs, lines;   // tests; lines that were compared
    uint32_t otherwise;     // of these, lines whose branches or jumps the compiler counts in another way
    Texts differences;
} SuiteFacts;

typedef struct Verdict {
    const TaskFacts *task;       // NULL: not known yet
    const ProgramFacts *program; // the same
    Outcome outcome;
    int error;            // ERROR: the exit code
    const char *property; // its name, as in RESULT: false(...)
    const char *reason;   // UNKNOWN: in a word or two, for RESULT: "bound", "unmodelled: inline asm"
    const char *detail;   // a sentence more, or NULL
    ProofFacts proof;     // TRUE
    LoopInvariants invariants;
    FunctionContracts contracts;
    SharedPlaces shared; // TRUE, of data races: the variables that threads share
    Story story;         // FALSE: what happens
    const char *goal;    // FALSE: the text of the goal that is reached, or NULL
    ReplayStanding replay;
    const char *replay_text; // "agrees", "not run: no compiler", ...; NULL: no run
    FilesWritten files;
    const char *engine, *settings; // that answered, and the settings in force in its run, as options; NULL: none
    Members members;               // of the portfolio
    TestFacts tests;
    CoverFacts cover;
    SuiteFacts suite;
    Texts messages, warnings; // for stderr: what went wrong, and what the user should know
} Verdict;

void verdict_free(Verdict *v); // the vectors; not 'task' and 'program'
void task_facts_free(TaskFacts *t);
void program_facts_free(ProgramFacts *p);

// ---- verdicts without much in them ----
Verdict verdict_unknown(const char *property, const char *reason, const char *detail); // detail may be NULL
Verdict verdict_error(int code, const Reason *why, Arena *arena);

// ---- what it says ----
CheckState verdict_check_state(const Verdict *v, const Check *c);
bool verdict_is_decided(const Verdict *v);
int verdict_exit_code(const Verdict *v);              // of a decided one
char *verdict_result(const Verdict *v, Arena *arena); // what follows RESULT: "false(no-overflow)"; not of ERROR
char *proof_facts_text(const ProofFacts *proof, Arena *arena); // how it was proved, in a sentence; NULL for NONE
const char *verdict_fault(const Verdict *v);                   // which of V1 to V6 does not hold, in words; NULL: none
void verdict_check(const Verdict *v);                          // debug builds: asserts V1 to V6
#endif

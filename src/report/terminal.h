// terminal.h - what people read: the task, the verdict with its reason, what to try
//
// Everything here goes to stdout.  The last line is for machines as well:
//
//   RESULT: true | RESULT: false(PROPERTY) | RESULT: unknown(REASON)
//
// It is printed by the supervisor (terminal_ending), so it is there even when the work
// was cut off or crashed; terminal_report only hands it the text.  The same holds for
// the statistics and for the file of --json.
#ifndef TERMINAL_H
#define TERMINAL_H
#include "answer/invariants/invariant_text.h"
#include "answer/story/story.h"
#include "base/limits.h"
#include "report/checks.h"
#include "spec/input.h"

typedef enum Outcome { OUTCOME_UNKNOWN, OUTCOME_TRUE, OUTCOME_FALSE } Outcome;

// A verdict that the checkers of src/answer/ stand for, in words.  Texts that
// do not apply are NULL.
typedef struct Report {
    Outcome outcome;
    const char *property; // its name
    const char *reason;   // UNKNOWN: in a word or two, for RESULT: "bound", "unmodelled: inline asm"
    const char *detail;   // a sentence more
    const char *proof;    // TRUE: how it was proved and checked
    const char *proviso;  // TRUE: what it hangs on (proviso.h), or NULL
    const char *nothing;  // TRUE: why there was nothing to check, or NULL
    uint32_t conditions, by_bits, by_integers, by_second; // TRUE by invariants: how many were proved how
    const LoopInvariants *invariants;                     // TRUE: of the loops
    const Story *story;                                   // FALSE: what happens
    const char *replay;  // FALSE: what running the compiled program said: "agrees", "not run: no compiler", ...
    const char *harness; // files that were written
    const char *inputs_file;
    const char *certificate;
    const char *witness;
} Report;

void terminal_task(const Input *input, const Options *options, const char *engine); // what is checked, and how
// How much there is to check, and what the verdict takes for granted.  Says so where the
// property cannot fail because nothing mentions it.
void terminal_program(const Program *p);
void terminal_assumptions(const Program *p); // only what the verdict takes for granted
void terminal_assumption_list(const Assumptions *assumptions);
int terminal_report(const Report *report); // returns the exit code
// Adds to a report of 'true' what it hangs on, or that there was nothing to check.
void terminal_qualify(Report *report, const Program *p, const Property *property, Arena *arena);

// What became of a member of the portfolio.
typedef struct MemberLine {
    const char *name, *engine, *settings;
    const char *said; // "true", "unknown(bound)", "not needed"
    bool won;         // its answer is the answer
    double cpu, megabytes;
} MemberLine;
// Which member's report follows; or, where none has an answer or 'all' is set, what became of each.
void terminal_members(uint32_t n, const MemberLine members[], bool all);
// The settings in force in the engine's run; printed with --stats, always in the JSON.
void terminal_settings(const char *settings, bool print);
void terminal_keep_colour(void); // colours as they are now, wherever stdout goes later

// A message "hone: ..." on stderr; returns 'code'.
int terminal_error(int code, const Reason *why);

// ---- for the supervisor ----
// Says how a worker ended where that is not as it should, prints the RESULT line
// if this kind of run has one, and returns the exit code.
int terminal_ending(const Ending *ending, const Options *options, bool has_result);
#endif

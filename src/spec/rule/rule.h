// rule.h - rules over the calls of a program: what a rule file says
//
// A rule is an automaton that watches calls.  Its state is C variables, its transitions are C statements that run at
// events, and a run violates it where one of them says so.  Two languages, one meaning:
//
//   SLIC (.slic)                               BLAST (.spc)
//   state { enum { FREE, HELD } s = FREE; }    global int held = 0;
//   watch lock.entry.$1;                       event {
//   lock.entry [guard $1] {                        before
//       if (s == HELD) abort "locked twice";       pattern { lock($1, ...); }
//       s = HELD;                                  guard { held == 0 }
//   }                                              action { held = 1; } }
//
// After T. Ball, S. Rajamani, "SLIC: a specification language for interface checking (of C)", MSR-TR-2001-21, and
// D. Beyer et al., "The Blast query language for software verification", SAS 2004.  doc/rules.md is the manual.
//
// A reader turns a file into a Rule whose texts are C already: $1 is hone_1, $return is hone_return, names of the state
// have a prefix, an abort returns its number and a halt returns RULE_HALT.  Of each event the front end makes a
// function that returns 0 where the rule is kept (frontend/rules/handlers.h) and calls it where the event happens
// (weave.h).
#ifndef RULE_H
#define RULE_H
#include "base/vec.h"

typedef enum RuleWhen {
    RULE_ENTRY,  // the body starts
    RULE_EXIT,   // the body returns
    RULE_CALL,   // before the call; of a function without body ENTRY is the same
    RULE_RETURN, // behind the call
} RuleWhen;

enum { RULE_HALT = -1 };              // what a handler returns to end the run
#define RULE_PROGRAM "program"        // as a function: the one where runs start
#define RULE_HANDLER "__hone_r%u_e%u" // the function of rule, event

typedef struct RuleEvent {
    RuleWhen when;
    const char *function;
    uint32_t line;      // in the rule's file
    const char *code;   // C statements
    uint32_t code_line; // where they start
    uint32_t most;      // the highest parameter they use; 0: none
    uint32_t exactly;   // so many parameters the function must have; UINT32_MAX: any number
    bool uses_result;
    bool names_result;              // the function must return something
    uint32_t first_abort, n_aborts; // which of the rule's aborts they may return
    uint32_t guard; // only where this parameter is the object followed (RULE_RESULT: the result); 0: always
    uint32_t watch; // this parameter may become the object followed; 0: none
    bool first;     // only at the first event with this object, else at any (the file says so by 'watch')
} RuleEvent;
enum { RULE_RESULT = 1000 }; // in 'guard' and 'watch'

typedef struct Rule {
    const char *name, *path;
    const char *about;    // what the comment at the head of the file says, its lines without the signs
    const char *includes; // lines for the preprocessor
    const char *state;    // C declarations; their names start with rule_prefix
    uint32_t state_line;
    uint32_t number; // of the rule, among those that are checked
    bool of_pack;    // it came by name
    VEC(RuleEvent) events;
    VEC(const char *) aborts; // the texts; number k is returned as k + 1
} Rule;
typedef VEC(Rule) Rules;

// Reads the file of a rule; the ending says which language.  'number' is its place among the rules.  Texts live in
// 'arena'.  False with a message "FILE:LINE: what is wrong".
bool rule_read(const char *path, uint32_t number, Arena *arena, Rule *rule, Reason *why);
// The same from the file's text.
bool rule_parse(const char *path, const char *text, uint32_t number, Arena *arena, Rule *rule, Reason *why);
void rule_free(Rule *rule);
void rules_free(Rules *rules);

// "rule NAME: text" of an abort; a variable of the state in braces has its prefix.
const char *rule_abort_text(const Rule *rule, uint32_t abort, Arena *arena);
const char *rule_prefix(const Rule *rule, Arena *arena); // "__hone_r0_"
size_t rule_prefix_length(const char *text);             // of a prefix at the start of the text; 0: none is there
bool rule_is_state(const char *c_name);                  // a variable of a rule's state, not one that Hone adds?
const char *rule_when_text(RuleWhen when);
bool rule_is_before(RuleWhen when); // ENTRY, CALL
#endif

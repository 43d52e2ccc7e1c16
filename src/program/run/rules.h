// rules.h - the inputs of a run, given by rules instead of one by one
//
// A run of 10^8 rounds that asks for an input in each of them has too many inputs to be kept.  Where they follow a rule
// the rule determines the run: an input command gives one of its terms, over the variables in scope there; with several
// terms they take turns.  An input command without a rule gives zero.
#ifndef RULES_H
#define RULES_H
#include "program/run/interpret.h"

enum { RULE_TURNS = 4 };
typedef struct InputRule {
    EdgeId edge;             // an INPUT
    uint32_t n;              // how many terms take turns: 1 to RULE_TURNS
    Term values[RULE_TURNS]; // of the sort of the input
} InputRule;
typedef VEC(InputRule) InputRules;

const InputRule *rule_of(const InputRules *rules, EdgeId edge); // NULL: none
bool rules_are_constant(const Program *p, const InputRules *rules);
// bug unless each rule is of an INPUT of the program, once, with terms of its sort.
void rules_check(const Program *p, const InputRules *rules);

// Makes a run take its inputs from rules.
typedef struct Ruled {
    const Program *p;
    const InputRules *rules;
    Map of_edge;  // edge -> 1 + place of its rule
    VecU32 turns; // by rule: how often it was used
    RunView *view;
} Ruled;
void ruled_open(Ruled *r, const Program *p, const InputRules *rules, RunOptions *options);
void ruled_close(Ruled *r);
#endif

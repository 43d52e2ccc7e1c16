// story_rule.h - what a rule says where it is violated
//
// The text of an abort may name variables of the rule's state: {s} becomes "(since FILE:LINE)", where s was assigned
// last, and {s: locked first} becomes "(locked first at FILE:LINE)"; nothing where it was not.
#ifndef STORY_RULE_H
#define STORY_RULE_H
#include "program/run/interpret.h"

// The message of a run that ended at an error, filled in.
const char *story_rule_text(const Program *p, const RunResult *r, Arena *arena);

// Is it a variable of a rule's state, not one that Hone adds?
bool story_rule_state(const char *c_name);
// A text without the prefixes of rules, and in words what the choice of an object is; in 'arena'.
const char *story_rule_plain(const char *text, Arena *arena);
#endif

// story_rule.h - what a rule says where it is violated
//
// The text of an abort may name variables of the rule's state: {s} becomes "(since FILE:LINE)", where s was assigned
// last, and {s: locked first} becomes "(locked first at FILE:LINE)"; nothing where it was not.
#ifndef STORY_RULE_H
#define STORY_RULE_H
#include "program/run/interpret.h"
#include "spec/frontend_input.h"

// The message of a run that ended at an error, filled in.
const char *story_rule_text(const Program *p, const RunResult *r, Arena *arena);
// A text without the prefixes of rules, and in words what the choice of an object is, and what a driver (NULL: none)
// calls; in 'arena'.
bool story_rule_calls(const char *text); // is it about what a driver calls?
const char *story_rule_plain(const char *text, const Driver *driver, Arena *arena);
#endif

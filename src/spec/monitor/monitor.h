// monitor.h - what to check, as a step from Program to Program
//
// The front end reads a program without regard to what is asked of it.  It leaves an EVENT where something happens
// that a property can speak of: an assertion fails, a check of the compiler fails, a function is called that was to
// be watched (spec/property.h: EventSet).  The monitor turns each event that violates the property into an ERROR with
// a goal, and every other one into a step that does nothing.  Behind it the program has goals, and no part of Hone
// needs to know the property to look for them.
//
// This is the one place where what to check meets the program.  It is the first step on a program: calls are still
// calls, by the names of the source, and nothing is inlined, simplified or split.  A rule (rule/rule.h) is C that the
// front end compiles with the program and calls at the events of the rule; what it finds violated is an EVENT as well.
#ifndef MONITOR_H
#define MONITOR_H
#include "program/program.h"
#include "spec/property.h"

// Makes the goals of 'property', in the order of the edges.  'p' was read with the events of the property made
// visible, and is not monitored yet.
void monitor_property(Program *p, const Property *property);

// Has it the global variable that the property is about (--variable)?
bool monitor_has_variable(const Program *p, const char *variable);
// Of the split program: only races at that variable count.  Others may race, and order accesses of this one: so a race
// is two threads that meet.
void monitor_keep_variable(Program *p, const char *variable);

// What the program, as far as its entry function can reach, has of the rule's events.  Those of the program as a whole
// do not count.  Of MATCH_NONE and MATCH_UNWATCHED nothing was checked.
typedef enum RuleMatch {
    MATCH_NONE,
    MATCH_UNWATCHED, // events of objects, and nothing of what may choose one
    MATCH_SOME,
} RuleMatch;
RuleMatch monitor_match(const Program *p, const Rule *rule);
// May the event choose an object, as the file says by 'watch'?
bool monitor_watches(const RuleEvent *e);
#endif

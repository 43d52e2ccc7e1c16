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

// Does the program, as far as its entry function can reach, have an event of the rule?  Where it has none nothing was
// checked.  Those of the program as a whole do not count.
bool monitor_matches(const Program *p, const Rule *rule);
#endif

// story.h - a run that ended at the error, told in terms of the source
#ifndef STORY_H
#define STORY_H
#include "program/interpret.h"

// "FILE:LINE:COLUMN: what happens there".
const char *story_where(const Program *p, const RunResult *r, Arena *arena);

// The inputs in order with their places and values, and how the place of the
// error was called; as lines.  Needs the whole path for names of variables.
const char *story_trace(const Program *p, const RunResult *r, Arena *arena);
#endif

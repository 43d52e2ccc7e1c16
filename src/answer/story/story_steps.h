// story_steps.h - the steps of a run that matter, as lines
//
// A slice of the run (run_slice.h) is made readable: of the rounds of a loop the last two are told, steps
// without anything to say in C are dropped, and in the middle of what is still long
// steps are left out.  The run is repeated to see the values.
#ifndef STORY_STEPS_H
#define STORY_STEPS_H
#include "answer/story/story.h"

// Fills in story->steps.  'in' tells where the source files are.
void story_steps(const Program *p, const FrontendInput *in, const RunResult *r, Arena *arena, Story *story);
#endif

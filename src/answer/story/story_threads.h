// story_threads.h - the steps of threads up to a data race, in the order of the run
#ifndef STORY_THREADS_H
#define STORY_THREADS_H
#include "answer/story/story.h"

// Fills in the moves of the story where the run ended in a data race: which threads were made, what the two that race
// locked and unlocked last, and the two accesses with the locks held at each.
void story_threads(const Program *p, const RunResult *r, Arena *arena, Story *story);
#endif

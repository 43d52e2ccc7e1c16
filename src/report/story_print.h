// story_print.h - the story of a failing run, as lines for people
//
//   Path:     lock.c:12  main       n = 3      (input __VERIFIER_nondet_int)
//             lock.c:20    check    x = 7      (parameter)
//             lock.c:21    check    error: reach_error is called
//   Inputs:   lock.c:12: n = 3 (__VERIFIER_nondet_int)
#ifndef STORY_PRINT_H
#define STORY_PRINT_H
#include "answer/story/story.h"

void story_print(const Story *story, Text *out);
#endif

// story_place.h - where a step of a run is, in terms of the source
#ifndef STORY_PLACE_H
#define STORY_PLACE_H
#include "answer/story/story.h"

typedef VEC(StoryPlace) StoryPlaces;

// All places from edge e outwards, through copies of functions that were inlined and
// the calls that are open ('calls': their edges, outermost first).  Models of the library are left out; where
// there is nothing else, main stands for them.  Gives whether e is in one.
bool story_places(const Program *p, EdgeId e, uint32_t n_calls, const EdgeId calls[], StoryPlaces *places);
// The library function that the user's code has called, at whose work edge e is; NULL: in none, or none with a name.
const char *story_library_call(const Program *p, EdgeId e, uint32_t n_calls, const EdgeId calls[]);
bool story_in_model(const Program *p, EdgeId e); // is the edge itself in one?
bool story_is_model(const char *function, const char *file);
bool story_is_of_model(const Program *p, SrcPos pos); // in a file of the models
bool story_is_of_start(const Program *p, SrcPos pos); // in that of what comes before main
#endif

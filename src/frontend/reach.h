// reach.h - the files that a compiler needs to read for the program (--sandbox-compiler)
//
// The directories of the source files, include paths, and the directories of files given with -include and -imacros,
// with all that is below them.
#ifndef REACH_H
#define REACH_H
#include "frontend/frontend.h"

void reach_sources(const FrontendInput *in, Arena *arena, Reach *reach);
void reach_free(Reach *reach);
#endif

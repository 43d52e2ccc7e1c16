// appended.h - C text that is compiled behind the text of a source file
//
// Handlers of rules and drivers use the types and the static functions of a file, so they are compiled with it: as one
// text, in which each line has the file and number that it has in its own file.
#ifndef APPENDED_H
#define APPENDED_H
#include "spec/frontend_input.h"

// The path to give to a compiler: the file's own, or that of a copy with the appended text, which is made in
// 'directory' under a name with 'number'.  NULL with the reason.
const char *appended_path(const SourceFile *file, const char *directory, uint32_t number, Arena *arena, Reason *why);
// An argument for the compiler so that the copy finds what the file includes; NULL: none is needed.
const char *appended_argument(const SourceFile *file, Arena *arena);
#endif

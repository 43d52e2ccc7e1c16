// own_files.h - files that 'hone test' writes into a directory of the user's
//
// The first line of each file has OWN_MARK.  A file without it is never overwritten or removed.
#ifndef OWN_FILES_H
#define OWN_FILES_H
#include "spec/frontend_input.h"

#define OWN_MARK "Made by 'hone test'"

bool own_may_write(const char *path, Reason *why); // there is none, or it is Hone's
// The text has OWN_MARK in its first line.
bool own_write(const char *directory, const char *name, const Text *text, Arena *arena, Reason *why);
// Makes the directory; may all of these files be written?  Removes those of an earlier run that 'is_old' names.
bool own_directory(const char *directory, uint32_t n, const char *const names[], bool (*is_old)(const char *name),
                   Reason *why);

// ---- for Makefiles ----
void make_quote(Text *out, const char *word);                         // a blank, and the word for the shell
const char *absolute_path(const char *path, Arena *arena);            // make does not run where Hone ran
void make_arguments(const SourceFile *file, Arena *arena, Text *out); // of the compiler, for this file
// Rules for source1.o ..., with 'then', lines of a rule, behind the compiler's.
void make_objects(const SourceFiles *files, const char *flags, const char *then, Arena *arena, Text *out);
#endif

// file.h - reading small files whole, and paths
#ifndef FILE_H
#define FILE_H
#include "base/base.h"

// The contents of a regular file of at most 'most' bytes, 0-terminated, in 'arena'; NULL with
// a message "PATH: what is wrong".  A byte 0 in the file is an error too unless 'length' is asked for.
char *file_read(const char *path, size_t most, Arena *arena, size_t *length, Reason *why);

// Is there a regular file that can be read?  Else a message "PATH: what is wrong".
bool file_check(const char *path, size_t most, Reason *why);

// 'path' as seen from the directory 'base': absolute paths stay as they are.
char *path_from(const char *base, const char *path, Arena *arena);
char *path_directory(const char *path, Arena *arena); // "." where there is none
const char *path_name(const char *path);              // what follows the last '/'
bool path_ends_in(const char *path, const char *ending);
#endif

// compdb.h - compilation databases (compile_commands.json)
//
// The format is that of Clang's JSON compilation database: a list of entries
// {directory, file, arguments[] or command}.  Of the arguments those are kept
// that change what the program means - macros, include paths, the standard,
// and the few -f options such as -funsigned-char; warnings, optimisation and
// output options are dropped.  Relative paths are read from the entry's directory.
#ifndef COMPDB_H
#define COMPDB_H
#include "spec/frontend_input.h"

typedef struct CompDb {
    SourceFiles files;     // C only; a file compiled twice counts once, as its first entry says
    uint32_t pointer_bits; // from -m32, -m64; 0 where no entry says
    uint32_t skipped;      // entries that are not C
} CompDb;

bool compdb_read(const char *path, Arena *arena, CompDb *db, Reason *why);
bool compdb_parse(const char *path, const char *text, Arena *arena, CompDb *db, Reason *why);
#endif

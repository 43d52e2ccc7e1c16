// library.h - what the front end knows about functions of the C library
//
// A library function that the program uses and does not define is described
// by a model: a C file of src/frontend/libc, linked to the program.  Models use
// other models, so linking goes on until library_file names no new file.
// Functions that the front end treats as commands are not the business of this
// table, but some are in it too, for programs that take their addresses.
#ifndef LIBRARY_H
#define LIBRARY_H
#include "base/base.h"

// The file that defines the function or variable, as "string.c"; NULL: no model.
const char *library_file(const char *name);

// The name that a model of an instruction of the processor has: of "llvm.x86.sse.min.ps" it is
// "__hone_x86_sse_min_ps" (libc/x86.c).  False: it is no such instruction.
bool library_intrinsic(const char *intrinsic, char *model, size_t room);

// printf-like functions: the index of the format among the arguments, else -1.
int library_format_argument(const char *function);
bool library_format_stores(const char *format); // has %n

// The models, for tests: file number i and the names it defines, separated by
// blanks; NULL behind the last.
const char *library_model(size_t i, const char **names);
// Where a file of the models is: "64/stdio.bc", "stdio.c"; NULL: nowhere.
char *library_path(Arena *arena, const char *name);
#endif

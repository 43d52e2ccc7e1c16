// world.h - the library in tests: functions whose results the world decides are Hone's models, compiled
//
// What a file holds, what a socket answers, what time it is: a test cannot set what the real library finds.  So in the
// program of a test suite such functions are the ones that the Program has, the models of src/frontend/libc: the driver
// gives them their inputs, from the vector.  A run of the compiled program then does what the run of the Program did.
//
// The program's objects are compiled as always; names that have a model get another name there (objcopy), which the
// compiled models have, too.  Everybody else, gcov first, has the real library.
#ifndef WORLD_H
#define WORLD_H
#include "answer/run/symbols.h"
#include "program/program.h"

typedef struct World {
    Texts files;  // of models, "stdio.c", with those that they need
    Texts names;  // that the program lacks and models define
    Texts inputs; // what they ask for; other inputs of theirs are zero
} World;

#define WORLD_PREFIX "hone_library_"        // of a name
#define WORLD_PROGRAM_NAMES "program.names" // files for objcopy: names in the program's objects,
#define WORLD_NAMES "library.names"         // in those of the models

void world_plan(World *w, const Program *p, const Symbols *symbols, Arena *arena);
void world_free(World *w);
bool world_gives(const World *w, const char *input);
const char *world_file(size_t i); // any file that 'files' can have; NULL behind the last

void world_write_names(const World *w, bool program, FILE *out);
void world_write_driver(const World *w, FILE *out); // what models are made of, in C; follows the feeder
#endif

// symbols.h - which names the object files of a program define and need
//
// Reads the symbol tables of ELF files, 32 and 64 bits.  The zero value knows
// no names.
#ifndef SYMBOLS_H
#define SYMBOLS_H
#include "base/map.h"
#include "base/vec.h"

// What the files say of a name, as a set.
enum { SYMBOL_NEEDED = 1, SYMBOL_STATIC = 2, SYMBOL_DEFINED = 4 }; // STATIC: functions only

typedef struct Symbols {
    Names *names;
    VEC(Name) all; // in the order they were met
    Map said;      // name -> set
} Symbols;

bool symbols_read(Symbols *s, const char *path, Reason *why); // adds those of one file
void symbols_free(Symbols *s);

unsigned symbols_said(const Symbols *s, const char *name);
// Is it for others to define?
bool symbols_lack(const Symbols *s, const char *name);
#endif

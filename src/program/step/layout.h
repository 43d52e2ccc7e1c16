// layout.h - where objects are in memory, for proofs: one layout for all runs
//
// A proof speaks of addresses, so it needs to know some.  Objects of which a run
// has only one instance - globals, functions, and what an ALLOC in the entry
// function outside all loops makes - have constant addresses here: at least 16
// bytes apart, aligned to 16 at least, none below LAYOUT_LOWEST.  All objects
// made otherwise lie above layout_end; nothing more is said of their addresses.
// Addresses of dead objects are not used again, as the interpreter has it.
//
// Where an object would be depends on the table of objects only.  Whether it has that
// place is found in the graph: 'layout_keep' writes it into a program, so that slices and
// copies made of it later, with fewer loops or more ALLOCs, have the same layout.
#ifndef LAYOUT_H
#define LAYOUT_H
#include "program/program.h"

enum { LAYOUT_LOWEST = 4096 };

typedef struct Layout Layout;
Layout *layout_new(const Program *p);
void layout_free(Layout *l);
void layout_check(const Layout *l); // debug builds: places are apart, aligned to 16, and none is below LAYOUT_LOWEST
void layout_keep(Program *p);

// The object has one instance, of 'size' bytes at 'base'?
bool layout_place(const Layout *l, ObjId object, uint64_t *base, uint64_t *size);
// What an ALLOC gives, where its object has a place; no term otherwise.
Term layout_alloc(const Layout *l, EdgeId alloc);
// The value of an address variable: a constant; the variable itself where memory is too
// small for all objects.
Term layout_address(const Layout *l, VarId var);
uint64_t layout_end(const Layout *l);
// The object that has a place and contains the address, or 0.
ObjId layout_object_at(const Layout *l, uint64_t address);

// ---- what memory holds when the program starts ----
// Of a global variable; no term: any value.
Term layout_first_value(const Layout *l, VarId var);
// Of a region, as an array: 'unknown' with the bytes of its global objects in
// place.  Large tables are left unknown.
Term layout_first_cells(const Layout *l, RegionId region, Term unknown);
#endif

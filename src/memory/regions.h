// regions.h - what holds of the regions of memory after memory_split
//
//   R1  each region has a name, a width and an array of cells; it lists each of its objects once;
//   R2  each LOAD and STORE is in exactly one region;
//   R3  each access is one cell of its region, or some bytes where cells are bytes.
#ifndef REGIONS_H
#define REGIONS_H
#include "program/program.h"

void regions_check(const Program *p); // aborts (bug) unless R1 to R3 hold
#endif

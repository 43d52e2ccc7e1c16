// lower.h - block commands become loads and stores
//
// After lower_blocks, COPY and SET are gone, and HAVOC of an object that is
// known by name: engines see LOAD and STORE of single cells.  A size that
// is a small constant gives a row of accesses, another one an explicit loop (COPY:
// upwards or downwards as memmove does).
//
// Every run ends as before, and a memory error stays one.  Two things
// differ: a run takes more steps, between which other threads may run, as in
// real copies; and HAVOC, whose bytes were inputs when read, becomes INPUT
// commands of kind INPUT_MEMORY, with the address in 'a' and the number of
// bytes in 'bytes', so that a trace can be given back in terms of memory.
#ifndef LOWER_H
#define LOWER_H
#include "program/program.h"

// The width of the cell 'offset' bytes after the start of the block that 'cmd'
// is about.  LOWER_ANY asks for a width that fits everywhere in it and divides its
// size, for loops.  Without callback cells are bytes.
#define LOWER_ANY UINT64_MAX
typedef uint32_t (*CellBytes)(void *context, const Cmd *cmd, uint64_t offset);
typedef struct LowerOptions {
    CellBytes cell_bytes; // or NULL
    void *context;
    uint32_t most_cells; // in a row; more become a loop.  0: 64
} LowerOptions;

bool lower_blocks(Program *p, const LowerOptions *options); // options: or NULL
#endif

// encode.h - what the command of an edge does, as terms
//
// An engine keeps symbolic states in a way of its own - a map from variables to
// terms, or numbered copies of the variables - and lends a state to this module by
// a table of functions.  encode_edge then applies a command to it: it reads the
// variables before, and sets those after.  How values lie in memory (cells,
// bytes, floats) is settled here, and as the interpreter has it.
//
// Memory is cells: one cell of a region is a bit-vector of 8 * width bits, known
// by its address.  An access of a region of wider cells is exactly one cell;
// where cells are bytes an access is several, little-endian.
#ifndef ENCODE_H
#define ENCODE_H
#include "program/program.h"

typedef struct EncodeState {
    Term (*get)(void *self, VarId var);
    void (*set)(void *self, VarId var, Term value);
    // An access of 'bytes' at 'address' is about to happen: the run goes on
    // only where a live object is there (that may be written to).
    void (*access)(void *self, RegionId region, Term address, uint64_t bytes, bool write);
    Term (*load)(void *self, RegionId region, Term address); // one cell
    void (*store)(void *self, RegionId region, Term address, Term cell);
    void (*assume)(void *self, Term condition); // the run goes on only where it holds
    // A value nothing is known of: of an INPUT, or of what is not computed (PRINT).
    Term (*any)(void *self, EdgeId edge, Sort sort);
    // Builds an operation on values, as term_build does; or NULL.
    Term (*build)(void *self, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1);
} EncodeState;

// What became of an edge.
typedef enum Encoded {
    ENCODED,            // done
    ENCODE_CONTROL,     // about calls, threads, the end of a run: the engine's business
    ENCODE_OBJECTS,     // about the life of objects: likewise
    ENCODE_NOT_HANDLED, // a block of memory without known extent
} Encoded;

typedef struct Encoder Encoder; // remembers how terms of commands are put together
Encoder *encoder_new(const Program *p);
void encoder_free(Encoder *e);

// The value of a term of the program in a state.
Term encode_term(Encoder *e, Term a, const EncodeState *state, void *self);
Encoded encode_edge(Encoder *e, EdgeId edge, const EncodeState *state, void *self);

// ---- values in memory ----
// Bytes that a value of the sort takes; an x86 long double has 10.
uint32_t encode_bytes(const Terms *t, Sort s);
// As 8 * bytes bits, filled up with zeros; and back, from at least encode_bytes.
Term encode_to_bits(Terms *t, Term value, uint32_t bytes);
Term encode_from_bits(Terms *t, Term bits, Sort s);
// Bytes of a cell; region 0 is all memory of a program not split into regions.
uint32_t encode_cell_bytes(const Program *p, RegionId region);
#endif

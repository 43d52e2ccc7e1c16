// diagram.h - sets of states as decision diagrams over tests x <= c
//
// A Diagram is a set of vectors of keys, one for each variable 0, 1, 2, ...; equal sets have
// equal handles.  DIAGRAM_NONE is the empty set, DIAGRAM_ALL everything.  A node tests one
// variable against one constant; on a way down the variables rise, and the constants of one variable
// rise.  What the keys stand for is the caller's business.
//
// Diagrams live as long as their table.
#ifndef DIAGRAM_H
#define DIAGRAM_H
#include "base/map.h"
#include "base/vec.h"

typedef uint32_t Diagram;
enum { DIAGRAM_NONE, DIAGRAM_ALL };
typedef struct Diagrams Diagrams;

Diagrams *diagrams_new(void);
void diagrams_free(Diagrams *d);

// ---- nodes ----
// Where the variable is at most 'key', low; else high.  Both test later variables, or high the same one
// against greater keys.
Diagram diagram_test(Diagrams *d, uint32_t variable, uint64_t key, Diagram low, Diagram high);
uint32_t diagram_variable(const Diagrams *d, Diagram f); // UINT32_MAX for NONE and ALL
uint64_t diagram_key(const Diagrams *d, Diagram f);
Diagram diagram_low(const Diagrams *d, Diagram f);
Diagram diagram_high(const Diagrams *d, Diagram f);

// ---- pieces of a variable ----
// A diagram as a function of one variable, which must not come after its first: on the keys up to 'last' (and
// above those of the piece before) it is 'rest'.  The last piece ends at UINT64_MAX.
typedef struct Piece {
    uint64_t last;
    Diagram rest;
} Piece;
typedef VEC(Piece) VecPiece;
void diagram_pieces(const Diagrams *d, Diagram f, uint32_t variable, VecPiece *out);
Diagram diagram_of_pieces(Diagrams *d, uint32_t variable, uint32_t n, const Piece pieces[]);

// ---- sets ----
Diagram diagram_and(Diagrams *d, Diagram f, Diagram g);
Diagram diagram_or(Diagrams *d, Diagram f, Diagram g);
Diagram diagram_minus(Diagrams *d, Diagram f, Diagram g);

// The boxes that f is the disjoint union of, at most 'most'.
uint32_t diagram_boxes(const Diagrams *d, Diagram f, uint32_t most);

// Holds f and g, and every chain of such steps ends.
// 'unite' gives the union of two, or more.
typedef Diagram (*DiagramUnite)(void *context, Diagram f, Diagram g);
Diagram diagram_widen(Diagrams *d, Diagram f, Diagram g, DiagramUnite unite, void *context);
#endif

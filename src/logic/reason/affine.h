// affine.h - the linear equations modulo 2^w that a set of points satisfies
//
// After M. Mueller-Olm, H. Seidl, "Analysis of Modular Arithmetic", TOPLAS 2007, with the normal
// form of J. Howell: points are rows (1, x1, ..., xn), and their combinations form a
// module over the integers modulo 2^w.  The module grows
// at most w (n + 1) times.  The equations express linear relations of machine arithmetic, and
// congruences: 2^(w-1) x = 0 means that x is even.
#ifndef AFFINE_H
#define AFFINE_H
#include "base/vec.h"
#include <stdint.h>

typedef struct Affine {
    uint32_t n, width; // coordinates of a point; bits, at most 64
    uint64_t *row;     // by column 0 .. n: the generator that starts there, n + 1 numbers; 0: none
} Affine;

void affine_init(Affine *a, uint32_t n, uint32_t width);
void affine_free(Affine *a);
// Adds a point of n coordinates; true if the module grew, that is, fewer equations hold.
bool affine_add(Affine *a, const uint64_t point[]);

// Appends equations c0 + c1 x1 + ... + cn xn = 0, n + 1 coefficients each, from which all others
// follow; returns their number.  Coefficients are small where possible.
typedef VEC(uint64_t) VecU64;
uint32_t affine_equations(const Affine *a, VecU64 *out);
#endif

// integer_inside.h - for integer.c and integer_back.c only
#ifndef INTEGER_INSIDE_H
#define INTEGER_INSIDE_H
#include "logic/reason/integer.h"
#include "logic/term/table.h"

enum { WIDEST = 100 }; // bits; beyond, the numbers of the ranges would not fit

typedef struct Number { // of a bit-vector: congruent to it modulo 2^width, within [lo, hi]
    Term v;
    Wide lo, hi;
} Number;

struct Integers {
    Terms *t;
    Map done; // term -> index into 'numbers' + 1
    VEC(Number) numbers;
    Map facts;   // term -> what holds of its translation (where there is anything)
    Map inexact; // term -> 1
    Map origin;  // Int variable -> bit-vector variable
};
#endif

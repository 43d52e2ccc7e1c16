// interval.h - ranges of machine integers
//
// A Range is a set of bit-vectors of 1 to 64 bits (a Boolean is one of 1 bit): one interval among
// those whose highest bit is 0, one among those whose highest bit is 1; each may be empty.
// Read as numbers with sign or without, such a set has a least and a greatest element in both
// orders, and all four are exact.  So comparisons of both kinds lose nothing.
//
// Operations on ranges hold all results of the operations of term.h on their members,
// wrap-around included.  The functions get the width: a Range does not know it.
#ifndef INTERVAL_H
#define INTERVAL_H
#include "logic/term/term.h"

enum { RANGE_BITS = 64 };

typedef __int128 Wide;
typedef struct Span { // of whole numbers; empty where lo > hi
    Wide lo, hi;
} Span;
typedef struct Range {
    struct {
        uint64_t lo, hi; // empty: 1, 0
    } half[2];           // by the highest bit
} Range;

// Can the values of the sort be members of a Range?
bool range_fits(const Terms *t, Sort s);

Range range_none(void);
Range range_top(uint32_t width);
Range range_const(uint32_t width, uint64_t value);
// The numbers of a span, modulo 2^width.
Range range_of_span(uint32_t width, Span s);
// The least span that has all members, read with or without sign.  Not of an empty range.
Span range_span(uint32_t width, Range r, bool is_signed);

bool range_is_none(Range r);
bool range_is_top(uint32_t width, Range r);
bool range_has(uint32_t width, Range r, uint64_t value);
bool range_same(Range a, Range b);
bool range_is_const(Range r, uint64_t *value); // exactly one member

Range range_join(Range a, Range b);
Range range_meet(Range a, Range b);
Range range_without(uint32_t width, Range r, uint64_t value); // exact at the ends of an interval, else r
// Holds a and b; where b is not within a, its intervals reach further ends: 0, 1, -1 or an end of the type.
// Every chain of widenings ends.
Range range_widen(uint32_t width, Range a, Range b);

// The values of 'a', whose arguments have the ranges 'arg' (of no meaning where they do not fit).
// The term's sort must fit.
Range range_apply(const Terms *t, Term a, const Range arg[]);

// Sums and differences, which are used to solve for an argument.
Range range_add(uint32_t width, Range a, Range b);
Range range_negate(uint32_t width, Range a);

// That x is in the range.
Term range_formula(Terms *t, Term x, Range r);
#endif

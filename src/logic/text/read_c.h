// read_c.h - reads C expressions that people write as formulas
//
// Integer expressions of C over variables that the caller provides: the operators
// of C except assignments, calls, pointers and fields; casts to integer types; integer
// and character constants.  Types are those of C: operands are promoted to int, and two
// operands of an operator to their common type.  Where C leaves something undefined, the
// operators do what those of term.h do.
#ifndef READ_C_H
#define READ_C_H
#include "logic/term/term.h"

typedef struct CValue {
    Term term; // a bit-vector; no term: there is no such variable
    bool is_unsigned;
} CValue;
typedef CValue (*CVariable)(void *context, const char *name);

// As a condition, which holds where the expression is not 0.  'long_bits': the width of long.
bool c_read_condition(Terms *t, const char *text, uint32_t long_bits, CVariable variable, void *context, Term *out,
                      Reason *why);
#endif

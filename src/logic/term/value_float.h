// value_float.h - IEEE floats on concrete values; for value.c and code.c only
//
// Formats are known by (exponent bits, width).
#ifndef VALUE_FLOAT_H
#define VALUE_FLOAT_H
#include "logic/term/table.h"

Value float_apply(const OpType *type, const Value arg[]); // OP_FP_ADD .. OP_FP_TO_BITS
bool float_fits_integer(const OpType *type, Value a);     // FP_TO_SBV, FP_TO_UBV: in range?
#endif

// c_syntax.h - C as both printers of expressions write it (print_c.c, print_exact.c): precedence, names of types
#ifndef C_SYNTAX_H
#define C_SYNTAX_H
#include "base/base.h"

// How tightly an expression binds: larger is tighter.
enum { LOOSE, CHOICE, OR_ELSE, AND_THEN, BIT_OR, BIT_XOR, BIT_AND, EQUAL, ORDER, SHIFT, SUM, PRODUCT, PREFIX, POSTFIX };

// The integer type of that width; NULL: the standard has none.
static inline const char *c_integer_type(uint32_t width, bool is_signed) {
    switch (width) {
    case 8:
        return is_signed ? "signed char" : "unsigned char";
    case 16:
        return is_signed ? "short" : "unsigned short";
    case 32:
        return is_signed ? "int" : "unsigned int";
    case 64:
        return is_signed ? "long long" : "unsigned long long";
    default:
        return NULL;
    }
}
#endif

// value.h - what the operations of term.h do on concrete values
//
// One definition, used to fold constants and to run programs.  A Value holds
// the bits of a BOOL, BV or FLOAT of at most 128 bits, zero above its width;
// floats are their IEEE bits (the x86 80-bit format is sort FLOAT(15, 64), with
// its integer bit).  Exact for the formats (5,11), (8,24), (11,53), (15,64) and
// (15,113); which NaN a result is, term.h says.  A float out of the range of the integer
// it is converted to gives what x86-64 compilers make of it (see value_float.c).
#ifndef VALUE_H
#define VALUE_H
#include "logic/term/term.h"

typedef struct Value {
    uint64_t lo, hi;
} Value;

// What an operation needs to know of its types.
typedef struct OpType {
    uint8_t op; // enum Op
    uint8_t arity;
    uint16_t width;                 // of the result
    uint16_t arg_width;             // of the first argument
    uint8_t exponent, arg_exponent; // FLOAT: exponent bits of result / first argument; else 0
    uint32_t imm0, imm1;
} OpType;

OpType op_type(const Terms *t, Term a); // of a term with arguments
Value value_apply(const OpType *op, const Value arg[]);
bool value_can_apply(Op op); // is it an operation on BOOL, BV, FLOAT values?
Term term_of_value(Terms *t, Value v, Sort s);
Value value_of_term(const Terms *t, Term constant);
Value value_truncate(Value v, uint32_t width);
int64_t value_signed(Value v, uint32_t width); // width <= 64
bool value_equal(Value a, Value b);

// Native numbers in and out, for printf and inputs.
long double value_to_float(Value v, Sort s, const Terms *t);
Value value_from_float(long double x, Sort s, const Terms *t);
// The fewest digits for "%.*Lg" that read back as 'x', a float of 'width' bits.
int value_digits(long double x, uint32_t width);

// ---- a term compiled for repeated evaluation ----
// Each variable is read from a slot, a number the caller chose: slot s is
// bank[0][s], and slot (SLOT_BANK1 | s) is bank[1][s].
#define SLOT_BANK1 0x80000000u
typedef struct Code Code;
typedef uint32_t (*CodeSlot)(void *context, Term variable);
Code *code_new(Terms *t, uint32_t n, const Term results[], CodeSlot slot, void *context);
void code_free(Code *code);
// Puts the value of results[i] into out[i].  'out' must not overlap the banks.
void code_run(const Code *code, const Value *const bank[2], Value out[]);
#endif

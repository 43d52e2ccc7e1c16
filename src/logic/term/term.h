// term.h - typed formulas and expressions
//
// A Term is a handle into a table.  Terms are hash-consed: building an equal
// term twice gives the same handle, so equality compares two numbers, caches
// are arrays, and nobody counts references.  The zero handle is no term.
// A table owns all its terms; handles of two tables never mix.
//
// Building simplifies: constants fold, units vanish, arguments of commutative
// operations are put in one order, sums gather equal summands.  Every rule
// keeps the meaning, which is that of SMT-LIB 2.6 (so bvudiv by zero is all
// ones, and a shift by the width or more is 0 or the sign), but for floats:
//
// A value of a FLOAT sort is a bit pattern, as in a register or in memory, so that
// moving one keeps the sign, payload and signalling bit of a NaN.  Operations on numbers are
// those of SMT-LIB, for which all NaNs are one; which pattern a NaN result has is
// what the processor gives:
//
//   - an operand that is a NaN, made quiet; of several the first (of the 80-bit
//     and 128-bit formats the one with the larger significand);
//   - where no operand is one: the default NaN, quiet, negative, payload 0;
//   - FP_NEG and FP_ABS change the sign bit and nothing else; FP_FROM_FP keeps the
//     payload's leading bits.
//
// Traversals use explicit stacks: depth is bounded by memory only.
#ifndef TERM_H
#define TERM_H
#include "base/base.h"
#include "base/map.h"
#include "base/vec.h"

typedef struct Term {
    uint32_t id;
} Term;

// ---- sorts; handles too.  0 is no sort ----
typedef struct Sort {
    uint32_t id;
} Sort;
typedef enum SortKind { SORT_NONE, SORT_BOOL, SORT_INT, SORT_REAL, SORT_BV, SORT_FLOAT, SORT_ARRAY } SortKind;

typedef struct Terms Terms;
Terms *terms_new(void);
void terms_free(Terms *t);
uint32_t terms_count(const Terms *t); // handles are 1 .. count
void terms_check(const Terms *t); // debug builds: arguments are older than their term, each term is found by its parts

Sort sort_bool(Terms *t);
Sort sort_int(Terms *t);
Sort sort_real(Terms *t);
Sort sort_bv(Terms *t, uint32_t width);                             // 1 .. 65536
Sort sort_float(Terms *t, uint32_t exponent, uint32_t significand); // as SMT-LIB: float is (8, 24)
Sort sort_array(Terms *t, Sort index, Sort element);
SortKind sort_kind(const Terms *t, Sort s);
uint32_t sort_width(const Terms *t, Sort s);       // bits of BOOL (1), BV and FLOAT
bool sort_is_extended(const Terms *t, Sort s);     // FLOAT (15, 64): the 80-bit format of x86, with its integer bit
uint32_t sort_exponent(const Terms *t, Sort s);    // FLOAT
uint32_t sort_significand(const Terms *t, Sort s); // FLOAT, with the hidden bit
Sort sort_index(const Terms *t, Sort s);           // ARRAY
Sort sort_element(const Terms *t, Sort s);         // ARRAY

// ---- operations ----
// X(op, SMT-LIB name).  Arguments have one sort unless said otherwise.
// BV_EXTRACT has the immediates (high, low); BV_ZEXT and BV_SEXT the number of
// bits added; FP_ROUND the rounding mode of enum Rounding; the FP operations
// without one round to nearest, ties to even.
#define OPS(X)                                                                                 \
    X(VAR, "")                                                                                 \
    X(TRUE, "true")                                                                            \
    X(FALSE, "false")                                                                          \
    X(BV_CONST, "")                                                                            \
    X(INT_CONST, "")                                                                           \
    X(REAL_CONST, "")                                                                          \
    X(FP_CONST, "")                                                                            \
    X(NOT, "not")                                                                              \
    X(AND, "and") /* two or more */                                                            \
    X(OR, "or")   /* two or more */                                                            \
    X(EQ, "=")    /* any sort; on FLOAT: the same bits */                                      \
    X(ITE, "ite")                                                                              \
    X(APPLY, "") /* uninterpreted function: its name is a name, arguments of any sorts */      \
    X(ADD, "+")  /* INT, REAL: two or more */                                                  \
    X(MUL, "*")                                                                                \
    X(DIV, "div") /* INT: Euclidean, as SMT-LIB */                                             \
    X(MOD, "mod")                                                                              \
    X(RDIV, "/")                                                                               \
    X(LE, "<=")                                                                                \
    X(LT, "<")                                                                                 \
    X(TO_REAL, "to_real")                                                                      \
    X(TO_INT, "to_int")                                                                        \
    X(BV_ADD, "bvadd") /* two or more */                                                       \
    X(BV_MUL, "bvmul")                                                                         \
    X(BV_NEG, "bvneg")                                                                         \
    X(BV_UDIV, "bvudiv")                                                                       \
    X(BV_UREM, "bvurem")                                                                       \
    X(BV_SDIV, "bvsdiv")                                                                       \
    X(BV_SREM, "bvsrem")                                                                       \
    X(BV_AND, "bvand")                                                                         \
    X(BV_OR, "bvor")                                                                           \
    X(BV_XOR, "bvxor")                                                                         \
    X(BV_NOT, "bvnot")                                                                         \
    X(BV_SHL, "bvshl")                                                                         \
    X(BV_LSHR, "bvlshr")                                                                       \
    X(BV_ASHR, "bvashr")                                                                       \
    X(BV_ULT, "bvult")                                                                         \
    X(BV_ULE, "bvule")                                                                         \
    X(BV_SLT, "bvslt")                                                                         \
    X(BV_SLE, "bvsle")                                                                         \
    X(BV_CONCAT, "concat") /* first argument is the high part */                               \
    X(BV_EXTRACT, "extract")                                                                   \
    X(BV_ZEXT, "zero_extend")                                                                  \
    X(BV_SEXT, "sign_extend")                                                                  \
    X(BV_TO_NAT, "bv2nat")                                                                     \
    X(FP_ADD, "fp.add")                                                                        \
    X(FP_SUB, "fp.sub")                                                                        \
    X(FP_MUL, "fp.mul")                                                                        \
    X(FP_DIV, "fp.div")                                                                        \
    X(FP_FMOD, "") /* C's fmod; evaluated only: not in SMT-LIB, solvers treat it as unknown */ \
    X(FP_FMA, "fp.fma")                                                                        \
    X(FP_SQRT, "fp.sqrt")                                                                      \
    X(FP_NEG, "fp.neg")                                                                        \
    X(FP_ABS, "fp.abs")                                                                        \
    X(FP_ROUND, "fp.roundToIntegral")                                                          \
    X(FP_EQ, "fp.eq") /* IEEE: NaN differs from all, -0 equals +0 */                           \
    X(FP_LT, "fp.lt")                                                                          \
    X(FP_LE, "fp.leq")                                                                         \
    X(FP_IS_NAN, "fp.isNaN")                                                                   \
    X(FP_FROM_SBV, "to_fp") /* signed BV to the sort of the term */                            \
    X(FP_FROM_UBV, "to_fp_unsigned")                                                           \
    X(FP_FROM_FP, "to_fp")    /* another format */                                             \
    X(FP_FROM_BITS, "to_fp")  /* BV of the same width: these bits */                           \
    X(FP_TO_SBV, "fp.to_sbv") /* rounds towards zero */                                        \
    X(FP_TO_UBV, "fp.to_ubv")                                                                  \
    X(FP_TO_BITS, "") /* the bits, as they are */                                              \
    X(SELECT, "select")                                                                        \
    X(STORE, "store")                                                                          \
    X(ARRAY_CONST, "const") /* the array, of the sort of the term, with one value everywhere */

typedef enum Op {
    OP_NONE,
#define OP_NAME(op, smt) OP_##op,
    OPS(OP_NAME)
#undef OP_NAME
} Op;
typedef enum Rounding { ROUND_EVEN, ROUND_AWAY, ROUND_UP, ROUND_DOWN, ROUND_ZERO } Rounding;

// ---- building; each asserts that the sorts fit ----
Term term_var(Terms *t, const char *name, Sort s); // a name has one sort for ever
Term term_fresh(Terms *t, const char *stem, Sort s);
Term term_true(Terms *t);
Term term_false(Terms *t);
Term term_bool(Terms *t, bool value);
Term term_bv(Terms *t, uint64_t value, uint32_t width);                 // taken modulo 2^width
Term term_bv128(Terms *t, uint64_t low, uint64_t high, uint32_t width); // width <= 128
Term term_int(Terms *t, int64_t value);
Term term_int_text(Terms *t, const char *decimal);                        // any size, "-12"
Term term_real(Terms *t, const char *numerator, const char *denominator); // decimal texts
Term term_fp_bits(Terms *t, uint64_t low, uint64_t high, Sort s);         // IEEE bits
Term term_apply(Terms *t, const char *function, Sort result, uint32_t n, const Term arg[]);

Term term_build(Terms *t, Op op, Sort result, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1);
// The same for operations whose result sort follows from the arguments.
Term term_1(Terms *t, Op op, Term a);
Term term_2(Terms *t, Op op, Term a, Term b);
Term term_3(Terms *t, Op op, Term a, Term b, Term c);
Term term_not(Terms *t, Term a);
Term term_and(Terms *t, Term a, Term b);
Term term_or(Terms *t, Term a, Term b);
Term term_implies(Terms *t, Term a, Term b);
Term term_and_n(Terms *t, uint32_t n, const Term arg[]); // n may be 0: true
Term term_or_n(Terms *t, uint32_t n, const Term arg[]);  // n may be 0: false
Term term_eq(Terms *t, Term a, Term b);
Term term_ite(Terms *t, Term c, Term a, Term b);
Term term_bv_sub(Terms *t, Term a, Term b); // a + (-b)
Term term_extract(Terms *t, Term a, uint32_t high, uint32_t low);
Term term_zext(Terms *t, Term a, uint32_t width); // to 'width' bits in all
Term term_sext(Terms *t, Term a, uint32_t width);
Term term_convert(Terms *t, Op op, Sort to, Term a); // FP_FROM_* and FP_TO_*
Term term_const_array(Terms *t, Sort array, Term value);
// Floats as numbers, where all NaNs are one: SMT-LIB's = on its floating-point sorts.
Term term_same_number(Terms *t, Term a, Term b);
// The float whose IEEE bits (sign, exponent, fraction) these are: the 80-bit format gets the integer bit that its
// exponent demands.
Term term_from_ieee(Terms *t, Term bits, Sort s);

// ---- looking ----
Op term_op(const Terms *t, Term a);
Sort term_sort(const Terms *t, Term a);
uint32_t term_arity(const Terms *t, Term a);
Term term_arg(const Terms *t, Term a, uint32_t i);
uint32_t term_imm(const Terms *t, Term a, uint32_t i);
const char *term_name(const Terms *t, Term a);                         // of VAR and APPLY
void term_bits(const Terms *t, Term a, uint64_t *low, uint64_t *high); // BV_CONST, FP_CONST (<= 128 bits), TRUE, FALSE
bool term_int_value(const Terms *t, Term a, int64_t *value);           // INT_CONST that fits
const char *term_number(const Terms *t, Term a);                       // INT_CONST, REAL_CONST ("3/4") as text
bool term_is_const(const Terms *t, Term a);                            // an interpreted constant
bool term_is_formula(const Terms *t, Term a);                          // of sort BOOL
bool term_is_connective(const Terms *t, Term a);                       // not, and, or; ite and = of formulas
static inline bool term_same(Term a, Term b) {
    return a.id == b.id;
}

// ---- whole terms ----
// Replaces each variable from[i] by to[i], all at once.
Term term_substitute(Terms *t, Term a, uint32_t n, const Term from[], const Term to[]);
// The general form: 'leaf' gives the new term of each variable.  The cache, if
// given, must be used with one 'leaf' only; it speeds up many calls.
typedef Term (*TermLeaf)(void *context, Term variable);
Term term_map(Terms *t, Term a, TermLeaf leaf, void *context, Map *cache);
// Appends to 'out' each variable (atom) of 'a' once, in order of first occurrence.
typedef VEC(Term) VecTerm;
void term_vars(Terms *t, Term a, VecTerm *out);
void term_atoms(Terms *t, Term a, VecTerm *out);
void term_numbers(Terms *t, Term a, VecTerm *out);   // each constant bit-vector
void term_conjuncts(Terms *t, Term a, VecTerm *out); // appends those of nested conjunctions; none for true
Term term_nnf(Terms *t, Term a);
uint32_t term_size(Terms *t, Term a); // nodes, shared ones once

// ---- printing: appends to 'out' ----
void term_print_smt(Terms *t, Term a, Text *out);    // SMT-LIB 2, with let for shared subterms
void term_print_c(Terms *t, Term a, Text *out);      // in the notation of C, any term, for people: casts are left out
void term_print_c_side(Terms *t, Term a, Text *out); // the same, as a side of a comparison
void term_print_dot(Terms *t, Term a, Text *out);    // the same, in a quoted text of Graphviz; "..." where it is large
void sort_print_smt(Terms *t, Sort s, Text *out);

// The C variable that a term's variable stands for.
typedef struct CName {
    const char *text;
    bool is_signed; // its type, an integer of the variable's width (or _Bool: 8 bits)
    bool cast;      // not sure of that: the text must be cast first
    bool pointer;   // may only be compared with null
} CName;
typedef bool (*TermCName)(void *context, Term variable, CName *name); // false: it has none
// A formula as a C expression that is 1 exactly where the formula holds, with the promotions and
// conversions of C (two's complement, int of 32 bits), free of side effects and of undefined behaviour.
// False where there is none (variables without name, arrays, wide integers, ...); then nothing is added.
bool term_print_exact(Terms *t, Term a, TermCName name, void *context, Text *out);
#endif

// table.h - inside of the term table; for term.c and the simplify*.c only
//
// A node is a header and a run of words: first its arguments (term ids), then
// its extra words (immediates, the name of a variable, the digits of a
// constant).  The run of node i ends where that of node i + 1 begins.  Equal
// nodes are found by open addressing over the ids.
#ifndef TABLE_H
#define TABLE_H
#include "logic/term/term.h"
#include "logic/term/value.h"

typedef __int128 Wide;
typedef unsigned __int128 UWide;

typedef struct TermNode {
    uint32_t sort;
    uint32_t op : 8, n : 24; // n: arguments
    uint32_t at;             // of its first word
} TermNode;

typedef struct SortData {
    SortKind kind;
    uint32_t a, b; // BV: width; FLOAT: exponent, significand; ARRAY: index, element sort
} SortData;

// A long chain of stores at constant indices (simplify_store.c).
typedef struct StoreChain {
    Term base;       // the array that the first one stores to
    uint32_t length; // in stores
} StoreChain;

typedef struct StoreCell { // of a store in a chain
    uint32_t position;     // from 1 on
    uint32_t older;        // 1 + index of the previous cell at the same index; 0: none
    Term value;
    uint32_t chain;
} StoreCell;

struct Terms {
    VEC(TermNode) nodes; // element 0 is unused
    VecU32 words;
    uint64_t *slots; // the hash above, the id below; 0 is free
    uint32_t room;   // of slots, a power of 2
    VEC(SortData) sorts;
    Map sort_ids, var_of_name;
    Names *names;
    Map fresh; // stem -> last number used
    Term yes, no;
    VecU32 marks; // traversals: a node is visited if its mark is 'epoch'
    uint32_t epoch;
    VEC(StoreChain) chains;
    VEC(StoreCell) cells;
    Map cell_of_store; // store -> 1 + index of cells
    Map newest_cell;   // chain and index -> 1 + index of cells
};

// A nested operation of the same kind is flattened into its parent only below
// this number of arguments, so that building a sum or conjunction one by one
// stays linear in its length.
enum { FLAT_LIMIT = 32 };

// The node with these parts, new or old, without simplification.
Term intern(Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t m, const uint32_t extra[]);
// The same node if it exists; else no term.
Term look_up(const Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t m, const uint32_t extra[]);
// The same node for commutative operations on two arguments: in the order of their handles.
Term intern_ordered(Terms *t, Op op, Sort s, Term a, Term b);
int term_by_id(const void *a, const void *b); // for qsort and bsearch: elements begin with a Term
// The result sort; a bug where the sorts do not fit.
Sort infer_sort(Terms *t, Op op, Sort result, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1);

static inline const TermNode *node_of(const Terms *t, Term a) {
    assert(a.id && a.id < t->nodes.count);
    return &t->nodes.at[a.id];
}
static inline Op op_of(const Terms *t, Term a) {
    return (Op)node_of(t, a)->op;
}
// Valid until the next term is built.
static inline const Term *args_of(const Terms *t, Term a) {
    return (const Term *)(t->words.at + node_of(t, a)->at);
}
static inline Term arg_of(const Terms *t, Term a, uint32_t i) {
    assert(i < node_of(t, a)->n);
    return args_of(t, a)[i];
}
static inline const uint32_t *extra_of(const Terms *t, Term a) {
    const TermNode *node = node_of(t, a);
    return t->words.at + node->at + node->n;
}
static inline uint32_t extra_count(const Terms *t, Term a) {
    const TermNode *node = node_of(t, a);
    uint32_t end = a.id + 1 < t->nodes.count ? node[1].at : t->words.count;
    return end - node->at - node->n;
}
static inline Sort sort_of(const Terms *t, Term a) {
    return (Sort){ node_of(t, a)->sort };
}
static inline uint32_t width_of(const Terms *t, Term a) {
    return sort_width(t, sort_of(t, a));
}
static inline SortKind kind_of(const Terms *t, Term a) {
    return sort_kind(t, sort_of(t, a));
}
static inline UWide ones(uint32_t width) {
    assert(width >= 1 && width <= 128);
    return ~(UWide)0 >> (128 - width);
}
static inline bool is_true(const Terms *t, Term a) {
    return a.id == t->yes.id;
}
static inline bool is_false(const Terms *t, Term a) {
    return a.id == t->no.id;
}

// ---- constants ----
bool bv_value(const Terms *t, Term a, UWide *value); // BV_CONST of at most 128 bits
Term bv_make(Terms *t, UWide value, uint32_t width); // width <= 128
Term bv_make_words(Terms *t, const uint32_t words[], uint32_t width);
Wide bv_signed(UWide value, uint32_t width);
UWide bv_inverse(UWide odd); // modulo 2^128, and so modulo any smaller power of 2

// A rational number; an integer has denominator 1.  Kept reduced, denominator > 0.
typedef struct Rat {
    Wide num, den;
} Rat;
bool rat_value(const Terms *t, Term a, Rat *value); // INT_CONST or REAL_CONST within 127 bits
Term rat_make(Terms *t, Rat value, Sort s);
bool rat_add(Rat a, Rat b, Rat *sum); // false: does not fit
bool rat_mul(Rat a, Rat b, Rat *product);
bool rat_inverse(Rat a, Rat *inverse); // false: zero
static inline Rat rat_int(Wide value) {
    return (Rat){ value, 1 };
}

bool const_is_zero(const Terms *t, Term a); // a number or bit-vector constant
// Is op(arg) fixed by SMT-LIB?  Not so for floats converted to integers out of range.
bool value_is_defined(const OpType *op, const Value arg[]);

// ---- simplifiers: one per family; each gives the term for op(args) ----
Term simplify_not(Terms *t, Term a);
Term simplify_and_or(Terms *t, Op op, uint32_t n, const Term arg[]);
Term simplify_eq(Terms *t, Term a, Term b);
Term simplify_ite(Terms *t, Term c, Term a, Term b);
Term simplify_arith(Terms *t, Op op, Sort s, uint32_t n, const Term arg[]);
Term simplify_arith_eq(Terms *t, Term a, Term b);
Term simplify_bv(Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm0, uint32_t imm1);
Term simplify_bv_eq(Terms *t, Term a, Term b);
Term simplify_bv_sum(Terms *t, uint32_t n, const Term arg[]);
Term simplify_bv_product(Terms *t, Term a, Term b);
Term simplify_bv_sum_eq(Terms *t, Term a, Term b); // no term: nothing to gain
Term simplify_bv_compare(Terms *t, Op op, Term a, Term b);
Term simplify_bv_bits(Terms *t, Op op, Term a, Term b);
Term simplify_concat(Terms *t, Term high, Term low);
Term simplify_extract(Terms *t, Term a, uint32_t high, uint32_t low);
Term simplify_zext(Terms *t, Term a, uint32_t added);
Term simplify_sext(Terms *t, Term a, uint32_t added);
Term simplify_float(Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t imm);
Term simplify_select(Terms *t, Term array, Term index);
Term simplify_store(Terms *t, Term array, Term index, Term value);
// Do a and b differ in every model?  Looks at constants and common summands only.
bool known_distinct(const Terms *t, Term a, Term b);
#endif

// print_c.c - terms in the notation of C, for people
//
// A bit-vector is written as the signed C integer of its width; where an
// operation is unsigned its arguments are cast.  That shows what is meant, but a compiler
// would promote and convert: for expressions to compile there is print_exact.c.  Shared nodes are written out
// each time they occur, so the text is cut off, with "...", at a limit.
#include "logic/term/table.h"
#include "logic/text/c_syntax.h"
#include <inttypes.h>

enum { TEXT_LIMIT = 1 << 24 };

// What is still to be printed: a text, or a term within an operator of the
// given strength (C's precedence; larger binds tighter).
typedef struct Item {
    const char *text; // NULL: the term
    Term a;
    uint8_t strength;
    bool is_unsigned; // cast to unsigned
} Item;

typedef struct Printer {
    Terms *t;
    Text *out;
    VEC(Item) stack;
    VEC(Item) row; // the parts of one expression, in order
} Printer;

static void put(Printer *p, const char *text) {
    vec_push(&p->row, (Item){ .text = text });
}

static void put_term(Printer *p, Term a, uint8_t strength, bool is_unsigned) {
    vec_push(&p->row, (Item){ .a = a, .strength = strength, .is_unsigned = is_unsigned });
}

// ---- leaves ----
static const char *type_name(Printer *p, Sort s, bool is_unsigned) {
    Terms *t = p->t;
    uint32_t width = sort_width(t, s);
    char text[40];
    if (sort_kind(t, s) == SORT_FLOAT)
        return width == 32   ? "float"
               : width == 64 ? "double"
               : width == 16 ? "_Float16"
               : width == 80 ? "long double"
                             : "_Float128";
    if (c_integer_type(width, !is_unsigned))
        return c_integer_type(width, !is_unsigned);
    if (width == 128)
        return is_unsigned ? "unsigned __int128" : "__int128";
    snprintf(text, sizeof text, "%s_BitInt(%u)", is_unsigned ? "unsigned " : "", width);
    return name_text(t->names, name_of(t->names, text));
}

static void print_bv(Printer *p, Term a, bool is_unsigned) {
    assert(op_of(p->t, a) == OP_BV_CONST);
    uint32_t width = width_of(p->t, a);
    UWide v;
    if (!bv_value(p->t, a, &v) || width > 64) {
        text_add(p->out, "0x");
        for (uint32_t i = (width + 3) / 4; i-- > 0;)
            text_add(p->out, "%x", extra_of(p->t, a)[i / 8] >> i % 8 * 4 & 15);
    } else if (is_unsigned) {
        text_add(p->out, "%" PRIu64 "%s", (uint64_t)v, width > 32 ? "ULL" : "U");
    } else {
        int64_t s = (int64_t)bv_signed(v, width);
        if (s == INT64_MIN)
            text_add(p->out, "(-9223372036854775807LL - 1)");
        else if (s == INT32_MIN)
            text_add(p->out, "(-2147483647 - 1)");
        else
            text_add(p->out, "%" PRId64 "%s", s, s > INT32_MAX || s < INT32_MIN ? "LL" : "");
    }
}

static void print_fp(Printer *p, Term a) {
    assert(op_of(p->t, a) == OP_FP_CONST);
    Sort s = sort_of(p->t, a);
    long double x = value_to_float(value_of_term(p->t, a), s, p->t);
    uint32_t width = sort_width(p->t, s);
    char digits[64];
    snprintf(digits, sizeof digits, "%.*Lg", value_digits(x, width), x);
    if (x != x)
        text_add(p->out, "__builtin_nan(\"\")");
    else if (x - x != 0)
        text_add(p->out, "%s__builtin_inf()", x < 0 ? "-" : "");
    else
        text_add(p->out, "%s%s%s", digits, strpbrk(digits, ".e") ? "" : ".0",
                 width == 32   ? "f"
                 : width == 64 ? ""
                               : "L");
}

static void print_leaf(Printer *p, Term a, bool is_unsigned) {
    assert(!node_of(p->t, a)->n);
    Op op = op_of(p->t, a);
    if (op == OP_BV_CONST)
        print_bv(p, a, is_unsigned);
    else if (op == OP_FP_CONST)
        print_fp(p, a);
    else if (op == OP_TRUE || op == OP_FALSE)
        text_add(p->out, "%d", op == OP_TRUE);
    else if (op == OP_INT_CONST || op == OP_REAL_CONST)
        text_add(p->out, "%s", term_number(p->t, a));
    else
        text_add(p->out, "%s%s%s%s", is_unsigned ? "(" : "", is_unsigned ? type_name(p, sort_of(p->t, a), true) : "",
                 is_unsigned ? ")" : "", term_name(p->t, a));
}

// ---- expressions ----
typedef struct Infix {
    const char *text;
    uint8_t strength;
    bool is_unsigned; // its arguments are
} Infix;

static Infix infix_of(Op op) {
    switch (op) {
    case OP_AND:
        return (Infix){ " && ", AND_THEN, false };
    case OP_OR:
        return (Infix){ " || ", OR_ELSE, false };
    case OP_EQ:
    case OP_FP_EQ:
        return (Infix){ " == ", EQUAL, false };
    case OP_ADD:
    case OP_BV_ADD:
    case OP_FP_ADD:
        return (Infix){ " + ", SUM, false };
    case OP_FP_SUB:
        return (Infix){ " - ", SUM, false };
    case OP_MUL:
    case OP_BV_MUL:
    case OP_FP_MUL:
        return (Infix){ " * ", PRODUCT, false };
    case OP_DIV:
    case OP_RDIV:
    case OP_BV_SDIV:
    case OP_FP_DIV:
        return (Infix){ " / ", PRODUCT, false };
    case OP_BV_UDIV:
        return (Infix){ " / ", PRODUCT, true };
    case OP_MOD:
    case OP_BV_SREM:
        return (Infix){ " % ", PRODUCT, false };
    case OP_BV_UREM:
        return (Infix){ " % ", PRODUCT, true };
    case OP_LE:
    case OP_BV_SLE:
    case OP_FP_LE:
        return (Infix){ " <= ", ORDER, false };
    case OP_LT:
    case OP_BV_SLT:
    case OP_FP_LT:
        return (Infix){ " < ", ORDER, false };
    case OP_BV_ULE:
        return (Infix){ " <= ", ORDER, true };
    case OP_BV_ULT:
        return (Infix){ " < ", ORDER, true };
    case OP_BV_AND:
        return (Infix){ " & ", BIT_AND, false };
    case OP_BV_OR:
        return (Infix){ " | ", BIT_OR, false };
    case OP_BV_XOR:
        return (Infix){ " ^ ", BIT_XOR, false };
    case OP_BV_SHL:
        return (Infix){ " << ", SHIFT, false };
    case OP_BV_ASHR:
        return (Infix){ " >> ", SHIFT, false };
    case OP_BV_LSHR:
        return (Infix){ " >> ", SHIFT, true };
    default:
        return (Infix){ 0 };
    }
}

// Is the summand one to be subtracted?  Gives what is subtracted.
static bool negative_summand(Printer *p, Term a, Term *rest) {
    UWide v;
    Rat r;
    Terms *t = p->t;
    if (op_of(t, a) == OP_BV_NEG) {
        *rest = arg_of(t, a, 0);
        return true;
    }
    if (bv_value(t, a, &v) && v >> (width_of(t, a) - 1) && v << (129 - width_of(t, a)) != 0) {
        *rest = bv_make(t, -v, width_of(t, a));
        return true;
    }
    if (rat_value(t, a, &r) && r.num < 0) {
        *rest = rat_make(t, (Rat){ -r.num, r.den }, sort_of(t, a));
        return true;
    }
    return false;
}

static void expand_infix(Printer *p, Term a, Infix infix) {
    Terms *t = p->t;
    uint32_t n = node_of(t, a)->n;
    bool sum = op_of(t, a) == OP_ADD || op_of(t, a) == OP_BV_ADD;
    for (uint32_t i = 0; i < n; i++) {
        Term x = arg_of(t, a, i);
        bool minus = i && sum && negative_summand(p, x, &x);
        if (i)
            put(p, minus ? " - " : infix.text);
        put_term(p, x, (uint8_t)(infix.strength + 1), infix.is_unsigned);
    }
}

static void expand_call(Printer *p, Term a, const char *name) {
    put(p, name);
    put(p, "(");
    for (uint32_t i = 0; i < node_of(p->t, a)->n; i++) {
        if (i)
            put(p, ", ");
        put_term(p, arg_of(p->t, a, i), LOOSE, false);
    }
    put(p, ")");
}

static void expand_cast(Printer *p, Sort to, bool is_unsigned, Term x, bool from_unsigned) {
    put(p, "(");
    put(p, type_name(p, to, is_unsigned));
    put(p, ")");
    put_term(p, x, PREFIX, from_unsigned);
}

static const char *number_text(Printer *p, uint64_t n) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, n);
    return name_text(p->t->names, name_of(p->t->names, text));
}

// Bits high .. low of x: (T)((unsigned)x >> low), or masked where no C type fits.
static void expand_extract(Printer *p, Term a) {
    assert(op_of(p->t, a) == OP_BV_EXTRACT);
    Term x = arg_of(p->t, a, 0);
    uint32_t low = extra_of(p->t, a)[1];
    put(p, "(");
    put(p, type_name(p, sort_of(p->t, a), false));
    put(p, ")");
    if (!low) {
        put_term(p, x, PREFIX, true);
        return;
    }
    put(p, "(");
    put_term(p, x, SHIFT, true);
    put(p, " >> ");
    put(p, number_text(p, low));
    put(p, ")");
}

static void expand_concat(Printer *p, Term a) {
    assert(op_of(p->t, a) == OP_BV_CONCAT);
    Terms *t = p->t;
    Term high = arg_of(t, a, 0), low = arg_of(t, a, 1);
    put(p, "(");
    expand_cast(p, sort_of(t, a), true, high, true);
    put(p, " << ");
    put(p, number_text(p, width_of(t, low)));
    put(p, " | ");
    put_term(p, low, BIT_OR + 1, true);
    put(p, ")");
}

static const char *call_name(const Terms *t, Term a) {
    static const char *const rounding[] = { "roundeven", "round", "ceil", "floor", "trunc" };
    switch (op_of(t, a)) {
    case OP_APPLY:
        return term_name(t, a);
    case OP_FP_FMOD:
        return "fmod";
    case OP_FP_FMA:
        return "fma";
    case OP_FP_SQRT:
        return "sqrt";
    case OP_FP_ABS:
        return "fabs";
    case OP_FP_IS_NAN:
        return "isnan";
    case OP_FP_ROUND:
        return rounding[extra_of(t, a)[0]];
    case OP_FP_FROM_BITS:
        return "float_of_bits";
    case OP_FP_TO_BITS:
        return "bits_of_float";
    case OP_STORE:
        return "store";
    case OP_ARRAY_CONST:
        return "array_of";
    case OP_BV_TO_NAT:
        return "nat";
    case OP_TO_REAL:
        return "to_real";
    case OP_TO_INT:
        return "to_int";
    default:
        bug("print_c: operation %d", op_of(t, a));
    }
}

// Puts the parts of 'a' into the row and gives its strength.
static uint8_t expand(Printer *p, Term a) {
    Terms *t = p->t;
    Op op = op_of(t, a);
    Infix infix = infix_of(op);
    if (infix.text) {
        expand_infix(p, a, infix);
        return infix.strength;
    }
    switch (op) {
    case OP_NOT:
        if (op_of(t, arg_of(t, a, 0)) == OP_EQ) {
            expand_infix(p, arg_of(t, a, 0), (Infix){ " != ", EQUAL, false });
            return EQUAL;
        }
        put(p, "!");
        put_term(p, arg_of(t, a, 0), PREFIX, false);
        return PREFIX;
    case OP_BV_NOT:
    case OP_BV_NEG:
    case OP_FP_NEG:
        put(p, op == OP_BV_NOT ? "~" : "-");
        put_term(p, arg_of(t, a, 0), POSTFIX, false);
        return PREFIX;
    case OP_ITE:
        put_term(p, arg_of(t, a, 0), CHOICE + 1, false);
        put(p, " ? ");
        put_term(p, arg_of(t, a, 1), CHOICE + 1, false);
        put(p, " : ");
        put_term(p, arg_of(t, a, 2), CHOICE, false);
        return CHOICE;
    case OP_BV_EXTRACT:
        expand_extract(p, a);
        return PREFIX;
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        expand_cast(p, sort_of(t, a), false, arg_of(t, a, 0), op == OP_BV_ZEXT);
        return PREFIX;
    case OP_BV_CONCAT:
        expand_concat(p, a);
        return POSTFIX;
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
    case OP_FP_FROM_FP:
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV:
        expand_cast(p, sort_of(t, a), op == OP_FP_TO_UBV, arg_of(t, a, 0), op == OP_FP_FROM_UBV);
        return PREFIX;
    case OP_SELECT:
        put_term(p, arg_of(t, a, 0), POSTFIX, false);
        put(p, "[");
        put_term(p, arg_of(t, a, 1), LOOSE, false);
        put(p, "]");
        return POSTFIX;
    default:
        expand_call(p, a, call_name(t, a));
        return POSTFIX;
    }
}

static void push_row(Printer *p) {
    while (p->row.count)
        vec_push(&p->stack, vec_pop(&p->row));
}

static void print_item(Printer *p, Item item) {
    if (item.text) {
        text_add(p->out, "%s", item.text);
        return;
    }
    Terms *t = p->t;
    if (!node_of(t, item.a)->n) {
        print_leaf(p, item.a, item.is_unsigned && kind_of(t, item.a) == SORT_BV);
        return;
    }
    uint8_t strength = expand(p, item.a), wanted = item.is_unsigned ? PREFIX : item.strength;
    if (strength < wanted) {
        put(p, ")");
        vec_push(&p->row, (Item){ 0 }); // moves all one to the right
        memmove(p->row.at + 1, p->row.at, (p->row.count - 1) * sizeof *p->row.at);
        p->row.at[0] = (Item){ .text = "(" };
    }
    if (item.is_unsigned)
        text_add(p->out, "(%s)", type_name(p, sort_of(t, item.a), true));
    push_row(p);
}

static void print(Terms *t, Term a, uint8_t strength, Text *out) {
    assert(out);
    Printer p = { .t = t, .out = out };
    uint32_t start = out->count;
    vec_push(&p.stack, (Item){ .a = a, .strength = strength });
    while (p.stack.count && out->count - start < TEXT_LIMIT)
        print_item(&p, vec_pop(&p.stack));
    if (p.stack.count)
        text_add(out, "...");
    vec_free(&p.stack);
    vec_free(&p.row);
}

void term_print_c(Terms *t, Term a, Text *out) {
    print(t, a, LOOSE, out);
}

void term_print_c_side(Terms *t, Term a, Text *out) {
    print(t, a, SHIFT, out);
}

void term_print_dot(Terms *t, Term a, Text *out) {
    enum { LARGEST = 300 };
    Text text = { 0 };
    if (term_size(t, a) < LARGEST)
        term_print_c(t, a, &text);
    for (uint32_t i = 0; i < text.count && text.at[i]; i++)
        text_add(out, text.at[i] == '"' || text.at[i] == '\\' ? "\\%c" : "%c", text.at[i]);
    if (!text.count)
        text_add(out, "...");
    vec_free(&text);
}

// read_smt.c - reads terms from SMT-LIB 2 text
//
// First the text becomes a forest of nodes (atoms and lists), then expressions are
// evaluated by a machine with a stack of its own.  Before a term is built its
// sorts are checked here: the builders take ill-sorted arguments for a bug.
// Integers and reals are left out: programs have none.  A variable that is a float is read as a bit-vector,
// and what has a floating-point sort in the text is a number, of which all NaNs are one.
#include "logic/text/read_smt.h"
#include "logic/term/facet.h"
#include "logic/term/value.h"

enum { MOST_WIDTH = 65536, MOST_NUMBER = 1 << 20, SORT_DEPTH = 8, MOST_ROUNDING = ROUND_ZERO };

typedef struct SexprNode {
    const char *text; // of an atom; NULL: a list
    uint32_t length;
    bool quoted;
    uint32_t first, next; // 1 + node: of a list its first element; the next one in the list around
} SexprNode;

typedef struct Reader {
    Terms *t;
    SmtVariable variable;
    void *context;
    Reason *why;
    VEC(SexprNode) nodes;
    uint32_t roots; // 1 + the first node outside all lists
    Names *names;
    Map bound; // name -> term id: by let and define-fun
    Map bits;  // name of a constant that stands for the bits of a float -> 1: not yet known
    VecTerm values;
    Text scratch;
} Reader;

static bool refuse(Reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(Reader *r, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(r->why->text, sizeof r->why->text, format, list);
    va_end(list);
    return false;
}

// ---- text to nodes ----
static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t skip_space(const char *text, size_t at, size_t length) {
    while (at < length && (is_space(text[at]) || text[at] == ';')) {
        if (text[at] == ';')
            while (at < length && text[at] != '\n')
                at++;
        else
            at++;
    }
    return at;
}

static size_t atom_end(const char *text, size_t at, size_t length) {
    if (text[at] == '|') {
        for (at++; at < length && text[at] != '|';)
            at++;
        return at < length ? at + 1 : SIZE_MAX;
    }
    while (at < length && !is_space(text[at]) && text[at] != '(' && text[at] != ')' && text[at] != ';' && text[at])
        at++;
    return at;
}

// Where the next node of the innermost open list is to be linked.
typedef struct Open {
    uint32_t list; // 1 + node; 0: outside all
    uint32_t last; // 1 + the last element so far
} Open;

static void link_node(Reader *r, Open *open, uint32_t node) {
    assert(node && node <= r->nodes.count);
    if (open->last)
        r->nodes.at[open->last - 1].next = node;
    else if (open->list)
        r->nodes.at[open->list - 1].first = node;
    else
        r->roots = node;
    open->last = node;
}

static bool read_nodes(Reader *r, const char *text, size_t length) {
    VEC(Open) stack = { 0 };
    bool good = length < UINT32_MAX / 2;
    vec_push(&stack, (Open){ 0 });
    for (size_t at = skip_space(text, 0, length); good && at < length; at = skip_space(text, at, length)) {
        if (text[at] == ')') {
            at++;
            stack.count--;
            good = stack.count > 0 || refuse(r, "a ')' too many");
            continue;
        }
        bool list = text[at] == '(';
        size_t end = list ? at + 1 : atom_end(text, at, length);
        if (end == SIZE_MAX || end == at) {
            good = refuse(r, "a character that fits nowhere");
            continue;
        }
        SexprNode node = { .text = list ? NULL : text + at, .length = (uint32_t)(end - at), .quoted = text[at] == '|' };
        vec_push(&r->nodes, node);
        link_node(r, &vec_last(&stack), r->nodes.count);
        if (list)
            vec_push(&stack, (Open){ .list = r->nodes.count });
        at = end;
    }
    if (good && stack.count != 1)
        good = refuse(r, "a ')' is missing");
    vec_free(&stack);
    return good;
}

// ---- nodes ----
static const SexprNode *node_at(const Reader *r, uint32_t node) {
    assert(node && node <= r->nodes.count);
    return &r->nodes.at[node - 1];
}

static bool is_word(const Reader *r, uint32_t node, const char *word) {
    if (!node || !node_at(r, node)->text || node_at(r, node)->quoted)
        return false;
    return strlen(word) == node_at(r, node)->length && !memcmp(node_at(r, node)->text, word, strlen(word));
}

static uint32_t child(const Reader *r, uint32_t list, uint32_t i) {
    uint32_t n = list && !node_at(r, list)->text ? node_at(r, list)->first : 0;
    while (n && i--)
        n = node_at(r, n)->next;
    return n;
}

static uint32_t count_children(const Reader *r, uint32_t list) {
    uint32_t n = 0;
    for (uint32_t c = child(r, list, 0); c; c = node_at(r, c)->next)
        n++;
    return n;
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

// The name an atom stands for: print_symbol backwards.
static const char *symbol(Reader *r, uint32_t node) {
    assert(node_at(r, node)->text);
    const SexprNode *n = node_at(r, node);
    const char *text = n->text + n->quoted;
    uint32_t length = n->length - 2 * n->quoted;
    r->scratch.count = 0;
    text_add(&r->scratch, "%s", "");
    for (uint32_t i = 0; i < length; i++) {
        char c = text[i];
        if (n->quoted && c == '%' && i + 1 == length)
            break;
        if (n->quoted && c == '%' && i + 2 < length && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
            c = (char)(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
            i += 2;
        }
        text_add(&r->scratch, "%c", c ? c : '?');
    }
    return r->scratch.at;
}

static bool numeral(const Reader *r, uint32_t node, uint32_t *out) {
    if (!node || !node_at(r, node)->text || node_at(r, node)->quoted)
        return false;
    const SexprNode *n = node_at(r, node);
    uint64_t x = 0;
    for (uint32_t i = 0; i < n->length; i++) {
        if (n->text[i] < '0' || n->text[i] > '9')
            return false;
        x = x * 10 + (uint64_t)(n->text[i] - '0');
        if (x > MOST_NUMBER)
            return false;
    }
    *out = (uint32_t)x;
    return n->length > 0;
}

// ---- sorts ----
static bool known_float(uint32_t e, uint32_t s) {
    return (e == 5 && s == 11) || (e == 8 && s == 24) || (e == 11 && s == 53) || (e == 15 && (s == 64 || s == 113));
}

static Sort read_sort(Reader *r, uint32_t node, int depth) {
    uint32_t a, b;
    if (is_word(r, node, "Bool"))
        return sort_bool(r->t);
    uint32_t n = count_children(r, node);
    if (n == 3 && is_word(r, child(r, node, 0), "_") && is_word(r, child(r, node, 1), "BitVec") &&
        numeral(r, child(r, node, 2), &a) && a >= 1 && a <= MOST_WIDTH)
        return sort_bv(r->t, a);
    if (n == 4 && is_word(r, child(r, node, 0), "_") && is_word(r, child(r, node, 1), "FloatingPoint") &&
        numeral(r, child(r, node, 2), &a) && numeral(r, child(r, node, 3), &b) && known_float(a, b))
        return sort_float(r->t, a, b);
    if (n == 3 && is_word(r, child(r, node, 0), "Array") && depth < SORT_DEPTH) {
        Sort index = read_sort(r, child(r, node, 1), depth + 1), element = read_sort(r, child(r, node, 2), depth + 1);
        if (index.id && element.id)
            return sort_array(r->t, index, element);
    }
    return (Sort){ 0 };
}

// ---- constants ----
// The digits of #x.. or #b.., as a bit-vector of any width.
static Term read_bits(Reader *r, const SexprNode *n) {
    assert(n->text && n->length >= 2);
    uint32_t per = n->text[1] == 'x' ? 4 : 1;
    Term bits = { 0 };
    if (n->length < 3 || (n->length - 2) * (uint64_t)per > MOST_WIDTH)
        return bits;
    for (uint32_t i = 2; i < n->length;) {
        uint64_t chunk = 0;
        uint32_t width = 0;
        for (; i < n->length && width < 64; i++, width += per) {
            int digit = hex_digit(n->text[i]);
            if (digit < 0 || (per == 1 && digit > 1))
                return (Term){ 0 };
            chunk = chunk << per | (uint64_t)digit;
        }
        Term part = term_bv(r->t, chunk, width);
        bits = bits.id ? term_2(r->t, OP_BV_CONCAT, bits, part) : part;
    }
    return bits;
}

static Term as_bits(Reader *r, Term variable) {
    bool is_float = variable.id && sort_kind(r->t, term_sort(r->t, variable)) == SORT_FLOAT;
    return is_float ? term_1(r->t, OP_FP_TO_BITS, variable) : variable;
}

static Term read_atom(Reader *r, uint32_t node) {
    const SexprNode *n = node_at(r, node);
    if (is_word(r, node, "true") || is_word(r, node, "false"))
        return term_bool(r->t, n->text[0] == 't');
    if (!n->quoted && n->length > 1 && n->text[0] == '#' && (n->text[1] == 'x' || n->text[1] == 'b'))
        return read_bits(r, n);
    const char *name = symbol(r, node);
    uint32_t id = map_find(&r->bound, name_of(r->names, name).id);
    return id ? (Term){ id } : as_bits(r, r->variable(r->context, name));
}

// (_ bv5 32) and (_ NaN 8 24).
static Term read_indexed(Reader *r, uint32_t list) {
    uint32_t a, b, what = child(r, list, 1), n = count_children(r, list);
    if (n == 4 && is_word(r, what, "NaN") && numeral(r, child(r, list, 2), &a) && numeral(r, child(r, list, 3), &b) &&
        known_float(a, b)) {
        unsigned __int128 one = 1, bits = ((one << a) - 1) << (b - 1) | one << (b - 2);
        Term pattern = term_bv128(r->t, (uint64_t)bits, (uint64_t)(bits >> 64), a + b);
        return term_from_ieee(r->t, pattern, sort_float(r->t, a, b));
    }
    const SexprNode *w = what ? node_at(r, what) : NULL;
    if (n != 3 || !w || !w->text || w->length < 3 || w->length > 20 || memcmp(w->text, "bv", 2) ||
        !numeral(r, child(r, list, 2), &a) || a < 1 || a > MOST_WIDTH)
        return (Term){ 0 };
    uint64_t x = 0;
    for (uint32_t i = 2; i < w->length; i++) {
        if (w->text[i] < '0' || w->text[i] > '9')
            return (Term){ 0 };
        x = x * 10 + (uint64_t)(w->text[i] - '0');
    }
    return a < 64 && x >> a ? (Term){ 0 } : term_bv(r->t, x, a);
}

// ---- operators ----
typedef struct Head {
    Op op;
    bool implies, to_fp, fp; // no operations of their own, or one of several
    uint32_t imm0, imm1;
    Sort result;   // where the head says it
    bool rounds;   // a rounding mode comes first
    uint32_t mode; // the one that was given
    bool has_mode;
} Head;

static Op op_named(const Reader *r, uint32_t node) {
    static const char *const names[] = { "",
#define OP_SMT(op, smt) smt,
                                         OPS(OP_SMT)
#undef OP_SMT
    };
    for (uint32_t i = OP_NOT; i < COUNT(names); i++)
        if (*names[i] && is_word(r, node, names[i]))
            return (Op)i;
    if (is_word(r, node, "fp.to_ieee_bv"))
        return OP_FP_TO_BITS;
    return is_word(r, node, "fp.fmod") ? OP_FP_FMOD : OP_NONE;
}

static bool takes_mode(Op op) {
    switch (op) {
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV:
    case OP_FP_FMA:
    case OP_FP_SQRT:
    case OP_FP_ROUND:
    case OP_FP_FROM_UBV:
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV:
        return true;
    default:
        return false;
    }
}

static bool read_plain_head(Reader *r, uint32_t node, Head *head) {
    head->implies = is_word(r, node, "=>");
    head->fp = is_word(r, node, "fp");
    head->op = head->implies || head->fp ? OP_NONE : op_named(r, node);
    head->rounds = takes_mode(head->op);
    switch (head->op) {
    case OP_NONE:
        return head->implies || head->fp;
    case OP_BV_EXTRACT: // these have numbers
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
    case OP_FP_FROM_FP:
    case OP_FP_FROM_BITS:
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV:
    case OP_ARRAY_CONST:
    case OP_TO_REAL:
    case OP_TO_INT:
    case OP_RDIV:
        return false;
    default:
        return true;
    }
}

// (_ extract 7 0), (_ zero_extend 8), (_ to_fp 8 24), (_ fp.to_sbv 32).
static bool read_indexed_head(Reader *r, uint32_t list, Head *head) {
    uint32_t what = child(r, list, 1), n = count_children(r, list), a = 0, b = 0;
    if (n < 3 || n > 4 || !numeral(r, child(r, list, 2), &a) || (n == 4 && !numeral(r, child(r, list, 3), &b)))
        return false;
    head->op = op_named(r, what);
    head->imm0 = a;
    head->imm1 = b;
    head->to_fp = is_word(r, what, "to_fp");
    head->rounds = takes_mode(head->op) && !head->to_fp;
    if (head->to_fp || head->op == OP_FP_FROM_UBV) {
        if (n != 4 || !known_float(a, b))
            return false;
        head->result = sort_float(r->t, a, b);
        return true;
    }
    if (head->op == OP_FP_TO_SBV || head->op == OP_FP_TO_UBV) {
        if (n != 3 || a < 1 || a > MOST_WIDTH)
            return false;
        head->result = sort_bv(r->t, a);
        return true;
    }
    if (head->op == OP_BV_EXTRACT)
        return n == 4;
    return n == 3 && (head->op == OP_BV_ZEXT || head->op == OP_BV_SEXT);
}

static bool read_head(Reader *r, uint32_t node, Head *head) {
    *head = (Head){ 0 };
    if (!node)
        return false;
    if (node_at(r, node)->text)
        return read_plain_head(r, node, head);
    if (is_word(r, child(r, node, 0), "_"))
        return read_indexed_head(r, node, head);
    if (!is_word(r, child(r, node, 0), "as") || !is_word(r, child(r, node, 1), "const"))
        return false;
    head->op = OP_ARRAY_CONST;
    head->result = read_sort(r, child(r, node, 2), 0);
    return head->result.id != 0 && sort_kind(r->t, head->result) == SORT_ARRAY;
}

// ---- do the sorts fit? ----
static SortKind kind_of(const Reader *r, Term a) {
    return sort_kind(r->t, term_sort(r->t, a));
}

static bool all_of(const Reader *r, uint32_t n, const Term arg[], SortKind kind) {
    assert(!n || arg);
    for (uint32_t i = 0; i < n; i++)
        if (kind_of(r, arg[i]) != kind)
            return false;
    return true;
}

static bool one_sort(const Reader *r, uint32_t n, const Term arg[]) {
    for (uint32_t i = 1; i < n; i++)
        if (term_sort(r->t, arg[i]).id != term_sort(r->t, arg[0]).id)
            return false;
    return true;
}

// How many arguments an operation on one sort takes; *many: or more.
static uint32_t arguments(Op op, bool *many) {
    switch (op) {
    case OP_AND:
    case OP_OR:
    case OP_BV_ADD:
    case OP_BV_MUL:
    case OP_BV_AND:
    case OP_BV_OR:
    case OP_BV_XOR:
    case OP_BV_CONCAT:
        *many = true;
        return 2;
    case OP_NOT:
    case OP_BV_NEG:
    case OP_BV_NOT:
    case OP_BV_EXTRACT:
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
    case OP_BV_TO_NAT:
    case OP_FP_SQRT:
    case OP_FP_NEG:
    case OP_FP_ABS:
    case OP_FP_ROUND:
    case OP_FP_IS_NAN:
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
    case OP_FP_FROM_FP:
    case OP_FP_FROM_BITS:
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV:
    case OP_FP_TO_BITS:
    case OP_ARRAY_CONST:
        return 1;
    case OP_ITE:
    case OP_FP_FMA:
    case OP_STORE:
        return 3;
    default:
        return 2;
    }
}

static uint64_t total_width(const Reader *r, uint32_t n, const Term arg[]) {
    uint64_t width = 0;
    for (uint32_t i = 0; i < n; i++)
        width += sort_width(r->t, term_sort(r->t, arg[i]));
    return width;
}

static bool bits_fit(const Reader *r, const Head *h, uint32_t n, const Term arg[]) {
    if (!all_of(r, n, arg, SORT_BV))
        return false;
    uint64_t width = total_width(r, n, arg);
    switch (h->op) {
    case OP_BV_CONCAT:
        return width <= MOST_WIDTH;
    case OP_BV_EXTRACT:
        return h->imm0 >= h->imm1 && h->imm0 < width;
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        return width + h->imm0 <= MOST_WIDTH;
    case OP_BV_TO_NAT:
        return false;
    default:
        return one_sort(r, n, arg);
    }
}

static bool arrays_fit(const Reader *r, Op op, const Term arg[]) {
    Sort a = term_sort(r->t, arg[0]);
    return sort_kind(r->t, a) == SORT_ARRAY && sort_index(r->t, a).id == term_sort(r->t, arg[1]).id &&
           (op == OP_SELECT || sort_element(r->t, a).id == term_sort(r->t, arg[2]).id);
}

static bool fits(const Reader *r, const Head *h, uint32_t n, const Term arg[]) {
    bool many = false;
    uint32_t wanted = arguments(h->op, &many);
    if (many ? n < wanted : n != wanted)
        return false;
    if (h->op >= OP_BV_ADD && h->op <= OP_BV_TO_NAT)
        return bits_fit(r, h, n, arg);
    switch (h->op) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
        return all_of(r, n, arg, SORT_BOOL);
    case OP_EQ:
        return one_sort(r, n, arg);
    case OP_ITE:
        return kind_of(r, arg[0]) == SORT_BOOL && one_sort(r, 2, arg + 1);
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
        return kind_of(r, arg[0]) == SORT_BV;
    case OP_FP_FROM_BITS:
        return kind_of(r, arg[0]) == SORT_BV && total_width(r, 1, arg) == h->imm0 + h->imm1;
    case OP_SELECT:
    case OP_STORE:
        return arrays_fit(r, h->op, arg);
    case OP_ARRAY_CONST:
        return sort_element(r->t, h->result).id == term_sort(r->t, arg[0]).id;
    default: // floats, their conversions included
        return h->op >= OP_FP_ADD && h->op <= OP_FP_TO_BITS && all_of(r, n, arg, SORT_FLOAT) && one_sort(r, n, arg);
    }
}

// (fp #b0 #b10000001 #b000..)
static Term make_fp(Reader *r, uint32_t n, const Term arg[]) {
    if (n != 3 || !all_of(r, n, arg, SORT_BV) || total_width(r, n, arg) > 128)
        return (Term){ 0 };
    uint32_t e = sort_width(r->t, term_sort(r->t, arg[1])), s = sort_width(r->t, term_sort(r->t, arg[2])) + 1;
    if (sort_width(r->t, term_sort(r->t, arg[0])) != 1 || !known_float(e, s))
        return (Term){ 0 };
    Term bits = term_2(r->t, OP_BV_CONCAT, arg[0], term_2(r->t, OP_BV_CONCAT, arg[1], arg[2]));
    return term_from_ieee(r->t, bits, sort_float(r->t, e, s));
}

// ite(isNaN(x), the bits that x has then, the bits of the number) are the bits of x.
static bool is_result(Reader *r, const Term arg[]) {
    if (term_op(r->t, arg[2]) != OP_FP_TO_BITS)
        return false;
    Term x = term_arg(r->t, arg[2], 0);
    return term_arity(r->t, x) > 0 && term_op(r->t, x) >= OP_FP_ADD && term_op(r->t, x) <= OP_FP_FROM_FP &&
           term_same(term_1(r->t, OP_FP_IS_NAN, x), arg[0]) && term_same(float_nan(r->t, x), arg[1]);
}

// The bits of a number (sign, exponent, fraction): of the 80-bit format without the integer bit.
static Term packed(Reader *r, Term number) {
    Term bits = term_1(r->t, OP_FP_TO_BITS, number);
    if (!sort_is_extended(r->t, term_sort(r->t, number)))
        return bits;
    return term_2(r->t, OP_BV_CONCAT, term_extract(r->t, bits, 79, 64), term_extract(r->t, bits, 62, 0));
}

static bool modes_fit(const Head *h) {
    if (h->op == OP_FP_ROUND)
        return h->has_mode;
    if (h->to_fp)
        return !h->has_mode || h->mode == ROUND_EVEN;
    if (!h->rounds)
        return !h->has_mode;
    return h->has_mode && h->mode == (h->op == OP_FP_TO_SBV || h->op == OP_FP_TO_UBV ? ROUND_ZERO : ROUND_EVEN);
}

static Term make(Reader *r, Head *h, uint32_t n, const Term arg[]) {
    assert(h->op != OP_NONE || h->implies || h->to_fp || h->fp);
    if (h->fp)
        return h->has_mode ? (Term){ 0 } : make_fp(r, n, arg);
    if (h->implies) {
        if (n != 2 || h->has_mode || !all_of(r, n, arg, SORT_BOOL))
            return (Term){ 0 };
        return term_implies(r->t, arg[0], arg[1]);
    }
    if (h->to_fp) { // which one it is, the arguments tell
        if (n != 1)
            return (Term){ 0 };
        h->op = !h->has_mode ? OP_FP_FROM_BITS : kind_of(r, arg[0]) == SORT_BV ? OP_FP_FROM_SBV : OP_FP_FROM_FP;
    }
    if (!modes_fit(h) || !fits(r, h, n, arg))
        return (Term){ 0 };
    if (h->op == OP_EQ && kind_of(r, arg[0]) == SORT_FLOAT)
        return term_same_number(r->t, arg[0], arg[1]);
    if (h->op == OP_FP_FROM_BITS)
        return term_from_ieee(r->t, arg[0], h->result);
    if (h->op == OP_FP_TO_BITS)
        return packed(r, arg[0]);
    if (h->op == OP_ITE && is_result(r, arg))
        return arg[2];
    bool numbers = h->op == OP_BV_EXTRACT || h->op == OP_BV_ZEXT || h->op == OP_BV_SEXT;
    uint32_t imm0 = h->op == OP_FP_ROUND ? h->mode : numbers ? h->imm0 : 0;
    return term_build(r->t, h->op, h->result, n, arg, imm0, h->op == OP_BV_EXTRACT ? h->imm1 : 0);
}

// ---- evaluation ----
typedef struct Bound { // what a let hides
    uint32_t name, before;
} Bound;
typedef struct Frame {
    uint32_t list;
    uint32_t next; // the child to evaluate next, or 0
    uint32_t base; // of its values
    Head head;
    bool let, body; // body: its bindings are in force
    uint32_t hidden;
} Frame;
typedef struct Machine {
    Reader *r;
    VEC(Frame) frames;
    VEC(Bound) hidden;
} Machine;

static bool is_mode(const Reader *r, uint32_t node, uint32_t *mode) {
    static const char *const modes[] = { "RNE", "RNA", "RTP", "RTN", "RTZ" };
    for (uint32_t i = 0; i <= MOST_ROUNDING; i++)
        if (is_word(r, node, modes[i])) {
            *mode = i;
            return true;
        }
    return false;
}

// The bindings of a let: ((name expression) ...).
static bool let_is_good(const Reader *r, uint32_t list) {
    uint32_t bindings = child(r, list, 1);
    if (count_children(r, list) != 3 || node_at(r, bindings)->text)
        return false;
    for (uint32_t b = child(r, bindings, 0); b; b = node_at(r, b)->next)
        if (count_children(r, b) != 2 || !node_at(r, child(r, b, 0))->text)
            return false;
    return true;
}

static bool refuse_node(Reader *r, uint32_t node) {
    const SexprNode *n = node_at(r, node);
    if (!n->text)
        return refuse(r, "a constant that is not known");
    return refuse(r, "'%.*s' is not known", n->length < 100 ? (int)n->length : 100, n->text);
}

// Starts the evaluation of a node: a value at once, or a frame.
static bool start(Machine *m, uint32_t node) {
    Reader *r = m->r;
    uint32_t first = child(r, node, 0);
    if (node_at(r, node)->text || is_word(r, first, "_")) {
        Term value = node_at(r, node)->text ? read_atom(r, node) : read_indexed(r, node);
        if (!value.id)
            return refuse_node(r, node);
        vec_push(&r->values, value);
        return true;
    }
    Frame f = { .list = node, .base = r->values.count, .hidden = m->hidden.count };
    if (is_word(r, first, "let")) {
        if (!let_is_good(r, node))
            return refuse(r, "a let that is not well-formed");
        f.let = true;
        f.next = child(r, child(r, node, 1), 0);
    } else {
        if (!read_head(r, first, &f.head))
            return refuse(r, "an operation that is not known");
        f.next = node_at(r, first)->next;
        f.head.has_mode = is_mode(r, f.next, &f.head.mode);
        if (f.head.has_mode)
            f.next = node_at(r, f.next)->next;
    }
    vec_push(&m->frames, f);
    return true;
}

static void bind_let(Machine *m, const Frame *f) {
    Reader *r = m->r;
    uint32_t i = f->base;
    for (uint32_t b = child(r, child(r, f->list, 1), 0); b; b = node_at(r, b)->next, i++) {
        uint32_t name = name_of(r->names, symbol(r, child(r, b, 0))).id;
        vec_push(&m->hidden, (Bound){ name, map_find(&r->bound, name) });
        map_put(&r->bound, name, r->values.at[i].id);
    }
}

static void unbind(Machine *m, uint32_t to) {
    assert(to <= m->hidden.count);
    while (m->hidden.count > to) {
        Bound b = vec_pop(&m->hidden);
        map_put(&m->r->bound, b.name, b.before);
    }
}

// All arguments are there.
static bool finish(Machine *m) {
    Reader *r = m->r;
    Frame f = vec_pop(&m->frames);
    Term value = f.let ? vec_last(&r->values) : make(r, &f.head, r->values.count - f.base, r->values.at + f.base);
    if (f.let)
        unbind(m, f.hidden);
    if (!value.id)
        return refuse(r, "arguments that do not fit their operation");
    r->values.count = f.base;
    vec_push(&r->values, value);
    return true;
}

static bool step(Machine *m) {
    Reader *r = m->r;
    Frame *f = &vec_last(&m->frames);
    if (f->let && !f->next && !f->body) {
        f->body = true;
        bind_let(m, f);
        return start(m, child(r, f->list, 2));
    }
    if (!f->next)
        return finish(m);
    uint32_t node = f->next;
    f->next = node_at(r, node)->next;
    return start(m, f->let ? child(r, node, 1) : node);
}

static bool evaluate(Reader *r, uint32_t node, Term *out) {
    assert(out);
    Machine m = { .r = r };
    uint32_t base = r->values.count;
    bool good = start(&m, node);
    while (good && m.frames.count)
        good = step(&m);
    unbind(&m, 0);
    if (good)
        *out = vec_last(&r->values);
    r->values.count = base;
    vec_free(&m.frames);
    vec_free(&m.hidden);
    return good;
}

// ---- scripts ----
// A name that print_smt.c gives to the bits of a float is declared, and
// the next assertion says of which: (= ((_ to_fp e s) ?5) X).
static bool declare(Reader *r, uint32_t command) {
    uint32_t name = child(r, command, 1), args = child(r, command, 2);
    if (count_children(r, command) != 4 || !node_at(r, name)->text || node_at(r, args)->text)
        return refuse(r, "a declaration that is not well-formed");
    if (is_word(r, name, "fp.fmod"))
        return true;
    if (child(r, args, 0))
        return refuse(r, "functions are not known");
    const char *text = symbol(r, name);
    Sort s = read_sort(r, child(r, command, 3), 0);
    if (!s.id)
        return refuse(r, "a sort that is not known");
    if (*text == '?') {
        map_put(&r->bits, name_of(r->names, text).id, 1);
        return true;
    }
    Term v = r->variable(r->context, text);
    if (!v.id || term_sort(r->t, as_bits(r, v)).id != s.id)
        return refuse(r, "'%.100s' is declared, and is not a variable of this sort here", text);
    return true;
}

static bool define(Reader *r, uint32_t command) {
    Term value = { 0 };
    uint32_t name = child(r, command, 1);
    if (count_children(r, command) != 5 || !node_at(r, name)->text || child(r, child(r, command, 2), 0))
        return refuse(r, "a definition that is not well-formed");
    Sort s = read_sort(r, child(r, command, 3), 0);
    if (!evaluate(r, child(r, command, 4), &value))
        return false;
    if (term_sort(r->t, value).id != s.id)
        return refuse(r, "a definition of another sort");
    map_put(&r->bound, name_of(r->names, symbol(r, name)).id, value.id);
    return true;
}

// (assert (= ((_ to_fp e s) ?5) X)) with ?5 declared: ?5 is the bits of X.
static bool is_bits_assertion(Reader *r, uint32_t formula, uint32_t *name, uint32_t *of) {
    uint32_t left = child(r, formula, 1), atom = child(r, left, 1);
    if (count_children(r, formula) != 3 || !is_word(r, child(r, formula, 0), "=") || count_children(r, left) != 2 ||
        !is_word(r, child(r, child(r, left, 0), 1), "to_fp") || !node_at(r, atom)->text)
        return false;
    *name = name_of(r->names, symbol(r, atom)).id;
    *of = child(r, formula, 2);
    return map_find(&r->bits, *name) == 1;
}

static bool assert_formula(Reader *r, uint32_t command, Term *all) {
    uint32_t formula = child(r, command, 1), name, of;
    Term value = { 0 };
    if (count_children(r, command) != 2)
        return refuse(r, "an assertion that is not well-formed");
    if (is_bits_assertion(r, formula, &name, &of)) {
        if (!evaluate(r, of, &value))
            return false;
        if (kind_of(r, value) != SORT_FLOAT)
            return refuse(r, "bits of what is no float");
        map_put(&r->bits, name, 2);
        map_put(&r->bound, name, packed(r, value).id);
        return true; // says what the constant is, and nothing else
    }
    if (!evaluate(r, formula, &value))
        return false;
    if (kind_of(r, value) != SORT_BOOL)
        return refuse(r, "an assertion of another sort than Bool");
    *all = term_and(r->t, *all, value);
    return true;
}

static bool run(Reader *r, Term *out) {
    assert(out);
    bool good = true;
    *out = term_true(r->t);
    for (uint32_t c = r->roots; good && c; c = node_at(r, c)->next) {
        uint32_t head = child(r, c, 0);
        if (is_word(r, head, "declare-fun"))
            good = declare(r, c);
        else if (is_word(r, head, "define-fun"))
            good = define(r, c);
        else if (is_word(r, head, "assert"))
            good = assert_formula(r, c, out);
        else if (!is_word(r, head, "set-logic") && !is_word(r, head, "set-info") && !is_word(r, head, "check-sat"))
            good = refuse(r, "a command that is not known");
    }
    return good;
}

// ---- public interface ----
static void reader_free(Reader *r) {
    vec_free(&r->nodes);
    vec_free(&r->values);
    vec_free(&r->scratch);
    map_free(&r->bound);
    map_free(&r->bits);
    names_free(r->names);
}

bool smt_read_formula(Terms *t, const char *text, size_t length, SmtVariable variable, void *context, Term *out,
                      Reason *why) {
    assert(text && variable && out && why);
    Reader r = { .t = t, .variable = variable, .context = context, .why = why, .names = names_new() };
    bool good = read_nodes(&r, text, length);
    if (good && (!r.roots || node_at(&r, r.roots)->next))
        good = refuse(&r, "there must be one expression");
    good = good && evaluate(&r, r.roots, out);
    if (good && kind_of(&r, *out) != SORT_BOOL)
        good = refuse(&r, "not a formula");
    reader_free(&r);
    return good;
}

bool smt_read_script(Terms *t, const char *text, size_t length, SmtVariable variable, void *context, Term *out,
                     Reason *why) {
    assert(text && variable && out && why);
    Reader r = { .t = t, .variable = variable, .context = context, .why = why, .names = names_new() };
    bool good = read_nodes(&r, text, length) && run(&r, out);
    reader_free(&r);
    return good;
}

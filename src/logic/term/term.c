// term.c - the table of hash-consed terms: sorts, nodes, constants, looking
#include "logic/term/table.h"
#include <sys/mman.h>

enum { LARGE_PAGE = 2 << 20 };

// Large pages save most of the page faults and page walks of a large table.
static void prefer_large_pages(void *at, size_t bytes) {
    uintptr_t start = ((uintptr_t)at + LARGE_PAGE - 1) & ~(uintptr_t)(LARGE_PAGE - 1), end = (uintptr_t)at + bytes;
    if (start + 4 * LARGE_PAGE < end)
        madvise((void *)start, (end - start) & ~(uintptr_t)(LARGE_PAGE - 1), MADV_HUGEPAGE);
}

static uint64_t *new_slots(uint32_t room) {
    size_t bytes = room * sizeof(uint64_t);
    uint64_t *slots = bytes > 4 * LARGE_PAGE ? aligned_alloc(LARGE_PAGE, bytes) : NULL;
    if (!slots)
        return base_alloc(bytes);
    prefer_large_pages(slots, bytes);
    return memset(slots, 0, bytes);
}

// Room for one more node with so many words.
static void make_room(Terms *t, uint32_t words) {
    uint32_t node_room = t->nodes.room, word_room = t->words.room;
    vec_reserve(&t->nodes, t->nodes.count + 1);
    vec_reserve(&t->words, t->words.count + words);
    if (t->nodes.room != node_room)
        prefer_large_pages(t->nodes.at, t->nodes.room * sizeof *t->nodes.at);
    if (t->words.room != word_room)
        prefer_large_pages(t->words.at, t->words.room * sizeof *t->words.at);
}

// ---- the table ----
Terms *terms_new(void) {
    Terms *t = base_alloc(sizeof *t);
    t->names = names_new();
    t->room = 1 << 10;
    t->slots = new_slots(t->room);
    (void)vec_add(&t->nodes);
    (void)vec_add(&t->sorts);
    Sort b = sort_bool(t);
    t->yes = intern(t, OP_TRUE, b, 0, NULL, 0, NULL);
    t->no = intern(t, OP_FALSE, b, 0, NULL, 0, NULL);
    return t;
}

static void check_node(const Terms *t, Term a) {
    const TermNode *node = node_of(t, a);
    const uint32_t *extra = extra_of(t, a);
    uint32_t m = extra_count(t, a);
    assert(node->op != OP_NONE && node->sort && node->sort < t->sorts.count);
    assert((uint64_t)node->at + node->n + m <= t->words.count);
    for (uint32_t i = 0; i < node->n; i++)
        assert(arg_of(t, a, i).id && arg_of(t, a, i).id < a.id);
    assert(look_up(t, (Op)node->op, (Sort){ node->sort }, node->n, args_of(t, a), m, extra).id == a.id);
    (void)extra, (void)m;
}

void terms_check(const Terms *t) {
#ifndef NDEBUG
    assert(t->nodes.count <= t->room / 2 && (t->room & (t->room - 1)) == 0);
    for (uint32_t id = 1; id < t->nodes.count; id++)
        check_node(t, (Term){ id });
#else
    (void)t, (void)check_node;
#endif
}

void terms_free(Terms *t) {
    if (!t)
        return;
    terms_check(t);
    names_free(t->names);
    vec_free(&t->nodes);
    vec_free(&t->words);
    vec_free(&t->sorts);
    vec_free(&t->marks);
    map_free(&t->sort_ids);
    map_free(&t->var_of_name);
    map_free(&t->fresh);
    vec_free(&t->chains);
    vec_free(&t->cells);
    map_free(&t->cell_of_store);
    map_free(&t->newest_cell);
    free(t->slots);
    free(t);
}

uint32_t terms_count(const Terms *t) {
    return t->nodes.count - 1;
}

static inline uint32_t hash_step(uint32_t h, uint32_t word) {
    uint64_t x = (uint64_t)(h ^ word) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(x >> 32) ^ (uint32_t)x;
}

static uint32_t hash_node(Op op, Sort s, uint32_t n, const Term arg[], uint32_t m, const uint32_t extra[]) {
    uint32_t h = hash_step((uint32_t)op * 0x85ebca6bu, s.id);
    for (uint32_t i = 0; i < n; i++)
        h = hash_step(h, arg[i].id);
    for (uint32_t i = 0; i < m; i++)
        h = hash_step(h, extra[i] + 0x27d4eb2fu);
    return h ^ h >> 15;
}

static bool node_equals(const Terms *t, uint32_t id, Op op, Sort s, uint32_t n, const Term arg[], uint32_t m,
                        const uint32_t extra[]) {
    const TermNode *node = &t->nodes.at[id];
    if (node->op != op || node->sort != s.id || node->n != n || extra_count(t, (Term){ id }) != m)
        return false;
    const uint32_t *words = t->words.at + node->at;
    for (uint32_t i = 0; i < n; i++)
        if (words[i] != arg[i].id)
            return false;
    for (uint32_t i = 0; i < m; i++)
        if (words[n + i] != extra[i])
            return false;
    return true;
}

static uint64_t *find_slot(const Terms *t, uint32_t hash, Op op, Sort s, uint32_t n, const Term arg[], uint32_t m,
                           const uint32_t extra[]) {
    uint32_t i = hash & (t->room - 1);
    for (; t->slots[i]; i = (i + 1) & (t->room - 1))
        if (t->slots[i] >> 32 == hash && node_equals(t, (uint32_t)t->slots[i], op, s, n, arg, m, extra))
            break;
    return &t->slots[i];
}

static void grow_slots(Terms *t) {
    if (t->room > UINT32_MAX / 2)
        bug("more than 2^31 terms");
    uint64_t *old = t->slots;
    uint32_t old_room = t->room;
    t->room *= 2;
    t->slots = new_slots(t->room);
    for (uint32_t k = 0; k < old_room; k++) {
        uint32_t i = (uint32_t)(old[k] >> 32) & (t->room - 1);
        if (!old[k])
            continue;
        while (t->slots[i])
            i = (i + 1) & (t->room - 1);
        t->slots[i] = old[k];
    }
    free(old);
}

#ifndef NDEBUG
static bool is_within(const void *at, const void *start, size_t bytes) {
    return (uintptr_t)at - (uintptr_t)start < bytes;
}
#endif

Term intern(Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t m, const uint32_t extra[]) {
    assert(op != OP_NONE && s.id && s.id < t->sorts.count);
    assert(!n || !is_within(arg, t->words.at, t->words.room * sizeof(uint32_t))); // make_room may move them
    uint32_t hash = hash_node(op, s, n, arg, m, extra);
    uint64_t *slot = find_slot(t, hash, op, s, n, arg, m, extra);
    if (*slot)
        return (Term){ (uint32_t)*slot };
    if (n >= 1u << 24 || (uint64_t)t->words.count + n + m > UINT32_MAX)
        bug("a term table is full");
    uint32_t id = t->nodes.count, at = t->words.count;
    make_room(t, n + m);
    if (n)
        memcpy(t->words.at + at, arg, n * sizeof *arg);
    if (m)
        memcpy(t->words.at + at + n, extra, m * sizeof *extra);
    t->words.count = at + n + m;
    vec_push(&t->nodes, (TermNode){ s.id, op, n, at });
    *slot = (uint64_t)hash << 32 | id;
    if (t->nodes.count > t->room / 2)
        grow_slots(t);
    return (Term){ id };
}

int term_by_id(const void *a, const void *b) {
    uint32_t x = ((const Term *)a)->id, y = ((const Term *)b)->id;
    return x < y ? -1 : x > y;
}

Term intern_ordered(Terms *t, Op op, Sort s, Term a, Term b) {
    assert(kind_of(t, a) == kind_of(t, b));
    return intern(t, op, s, 2, (Term[]){ a.id < b.id ? a : b, a.id < b.id ? b : a }, 0, NULL);
}

Term look_up(const Terms *t, Op op, Sort s, uint32_t n, const Term arg[], uint32_t m, const uint32_t extra[]) {
    return (Term){ (uint32_t)*find_slot(t, hash_node(op, s, n, arg, m, extra), op, s, n, arg, m, extra) };
}

// ---- sorts ----
static Sort sort_make(Terms *t, SortKind kind, uint32_t a, uint32_t b) {
    assert(a < 1u << 28 && b < 1u << 28);
    uint64_t key = (uint64_t)kind << 56 | (uint64_t)a << 28 | b;
    uint32_t id = map_find(&t->sort_ids, key);
    if (!id) {
        id = t->sorts.count;
        vec_push(&t->sorts, (SortData){ kind, a, b });
        map_put(&t->sort_ids, key, id);
    }
    return (Sort){ id };
}

Sort sort_bool(Terms *t) {
    return sort_make(t, SORT_BOOL, 0, 0);
}

Sort sort_int(Terms *t) {
    return sort_make(t, SORT_INT, 0, 0);
}

Sort sort_real(Terms *t) {
    return sort_make(t, SORT_REAL, 0, 0);
}

Sort sort_bv(Terms *t, uint32_t width) {
    if (width < 1 || width > 65536)
        bug("a bit-vector of %u bits", width);
    return sort_make(t, SORT_BV, width, 0);
}

Sort sort_float(Terms *t, uint32_t exponent, uint32_t significand) {
    if (exponent < 2 || significand < 2 || exponent + significand > 1000)
        bug("a float format (%u, %u)", exponent, significand);
    return sort_make(t, SORT_FLOAT, exponent, significand);
}

Sort sort_array(Terms *t, Sort index, Sort element) {
    assert(index.id && index.id < t->sorts.count && element.id && element.id < t->sorts.count);
    return sort_make(t, SORT_ARRAY, index.id, element.id);
}

static const SortData *sort_data(const Terms *t, Sort s) {
    assert(s.id < t->sorts.count);
    assert(s.id);
    return &t->sorts.at[s.id];
}

SortKind sort_kind(const Terms *t, Sort s) {
    return sort_data(t, s)->kind;
}

uint32_t sort_width(const Terms *t, Sort s) {
    assert(sort_kind(t, s) == SORT_BOOL || sort_kind(t, s) == SORT_BV || sort_kind(t, s) == SORT_FLOAT);
    const SortData *d = sort_data(t, s);
    if (d->kind == SORT_FLOAT)
        return d->a + d->b + sort_is_extended(t, s);
    return d->kind == SORT_BV ? d->a : 1;
}

bool sort_is_extended(const Terms *t, Sort s) {
    const SortData *d = sort_data(t, s);
    return d->kind == SORT_FLOAT && d->a == 15 && d->b == 64;
}

uint32_t sort_exponent(const Terms *t, Sort s) {
    assert(sort_kind(t, s) == SORT_FLOAT);
    return sort_data(t, s)->a;
}

uint32_t sort_significand(const Terms *t, Sort s) {
    assert(sort_kind(t, s) == SORT_FLOAT);
    return sort_data(t, s)->b;
}

Sort sort_index(const Terms *t, Sort s) {
    assert(sort_kind(t, s) == SORT_ARRAY);
    return (Sort){ sort_data(t, s)->a };
}

Sort sort_element(const Terms *t, Sort s) {
    assert(sort_kind(t, s) == SORT_ARRAY);
    return (Sort){ sort_data(t, s)->b };
}

// ---- variables ----
Term term_var(Terms *t, const char *name, Sort s) {
    assert(name && *name && s.id && s.id < t->sorts.count);
    Name id = name_of(t->names, name);
    uint32_t known = map_find(&t->var_of_name, id.id);
    if (known) {
        if (t->nodes.at[known].sort != s.id)
            bug("the variable '%s' has two sorts", name);
        return (Term){ known };
    }
    Term v = intern(t, OP_VAR, s, 0, NULL, 1, &id.id);
    map_put(&t->var_of_name, id.id, v.id);
    return v;
}

Term term_fresh(Terms *t, const char *stem, Sort s) {
    assert(stem && *stem);
    Name key = name_of(t->names, stem);
    uint32_t number = map_find(&t->fresh, key.id);
    char *name = base_alloc(strlen(stem) + 16);
    do
        sprintf(name, "%s!%u", stem, ++number);
    while (map_find(&t->var_of_name, name_of(t->names, name).id));
    map_put(&t->fresh, key.id, number);
    Term v = term_var(t, name, s);
    free(name);
    return v;
}

// ---- constants ----
Term term_true(Terms *t) {
    return t->yes;
}

Term term_false(Terms *t) {
    return t->no;
}

Term term_bool(Terms *t, bool value) {
    return value ? t->yes : t->no;
}

Term bv_make_words(Terms *t, const uint32_t words[], uint32_t width) {
    assert(words && width);
    uint32_t m = (width + 31) / 32;
    assert(width % 32 == 0 || words[m - 1] >> width % 32 == 0);
    return intern(t, OP_BV_CONST, sort_bv(t, width), 0, NULL, m, words);
}

Term bv_make(Terms *t, UWide value, uint32_t width) {
    assert(width >= 1 && width <= 128);
    value &= ones(width);
    uint32_t words[4] = { (uint32_t)value, (uint32_t)(value >> 32), (uint32_t)(value >> 64), (uint32_t)(value >> 96) };
    return bv_make_words(t, words, width);
}

Term term_bv(Terms *t, uint64_t value, uint32_t width) {
    if (width <= 128)
        return bv_make(t, value, width);
    uint32_t m = (width + 31) / 32, *words = base_alloc(m * sizeof *words);
    words[0] = (uint32_t)value;
    words[1] = (uint32_t)(value >> 32);
    Term c = bv_make_words(t, words, width);
    free(words);
    return c;
}

Term term_bv128(Terms *t, uint64_t low, uint64_t high, uint32_t width) {
    assert(width <= 128);
    return bv_make(t, (UWide)high << 64 | low, width);
}

static UWide wide_of_words(const uint32_t *words, uint32_t m) {
    assert(m <= 4);
    UWide v = 0;
    for (uint32_t i = m; i-- > 0;)
        v = v << 32 | words[i];
    return v;
}

bool bv_value(const Terms *t, Term a, UWide *value) {
    uint32_t m;
    if (op_of(t, a) != OP_BV_CONST || (m = extra_count(t, a)) > 4)
        return false;
    *value = wide_of_words(extra_of(t, a), m);
    return true;
}

Wide bv_signed(UWide value, uint32_t width) {
    assert(width >= 1 && width <= 128);
    return (Wide)(value << (128 - width)) >> (128 - width);
}

// By Newton's iteration: right to 3 bits at first, each round doubles them.
UWide bv_inverse(UWide odd) {
    assert(odd & 1);
    UWide x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

Term term_fp_bits(Terms *t, uint64_t low, uint64_t high, Sort s) {
    assert(sort_kind(t, s) == SORT_FLOAT);
    uint32_t width = sort_width(t, s);
    if (width > 128)
        bug("a float constant of %u bits", width);
    UWide bits = ((UWide)high << 64 | low) & ones(width);
    uint32_t words[4] = { (uint32_t)bits, (uint32_t)(bits >> 32), (uint32_t)(bits >> 64), (uint32_t)(bits >> 96) };
    return intern(t, OP_FP_CONST, s, 0, NULL, (width + 31) / 32, words);
}

// ---- numbers: 4 words (8 for a Real) within 127 bits, else interned decimal text ----
static void put_wide(uint32_t *words, Wide value) {
    for (int i = 0; i < 4; i++)
        words[i] = (uint32_t)((UWide)value >> (32 * i));
}

Term rat_make(Terms *t, Rat value, Sort s) {
    assert(value.den > 0 && (sort_kind(t, s) == SORT_INT || sort_kind(t, s) == SORT_REAL));
    uint32_t words[8];
    put_wide(words, value.num);
    put_wide(words + 4, value.den);
    bool integer = sort_kind(t, s) == SORT_INT;
    assert(!integer || value.den == 1);
    return intern(t, integer ? OP_INT_CONST : OP_REAL_CONST, s, 0, NULL, integer ? 4 : 8, words);
}

bool rat_value(const Terms *t, Term a, Rat *value) {
    Op op = op_of(t, a);
    uint32_t m = op == OP_INT_CONST || op == OP_REAL_CONST ? extra_count(t, a) : 0;
    if (m < 4)
        return false;
    const uint32_t *words = extra_of(t, a);
    value->num = (Wide)wide_of_words(words, 4);
    value->den = m == 8 ? (Wide)wide_of_words(words + 4, 4) : 1;
    return true;
}

Term term_int(Terms *t, int64_t value) {
    return rat_make(t, rat_int(value), sort_int(t));
}

// Skips the sign and leading zeros.
static const char *digits_of(const char *text, bool *negative) {
    *negative = *text == '-';
    text += *text == '-' || *text == '+';
    if (!*text || text[strspn(text, "0123456789")])
        bug("'%s' is not a decimal number", text);
    while (text[0] == '0' && text[1])
        text++;
    return text;
}

static bool parse_wide(const char *text, Wide *value) {
    bool negative;
    const char *digits = digits_of(text, &negative);
    if (strlen(digits) > 38) // 10^38 < 2^127
        return false;
    Wide v = 0;
    for (; *digits; digits++)
        v = v * 10 + (*digits - '0');
    *value = negative ? -v : v;
    return true;
}

static uint32_t large_number(Terms *t, const char *text) {
    bool negative;
    const char *digits = digits_of(text, &negative);
    char *canonical = base_alloc(strlen(digits) + 2);
    sprintf(canonical, "%s%s", negative ? "-" : "", digits);
    uint32_t id = name_of(t->names, canonical).id;
    free(canonical);
    return id;
}

Term term_int_text(Terms *t, const char *decimal) {
    Wide v;
    if (parse_wide(decimal, &v))
        return rat_make(t, rat_int(v), sort_int(t));
    uint32_t name = large_number(t, decimal);
    return intern(t, OP_INT_CONST, sort_int(t), 0, NULL, 1, &name);
}

static Wide gcd(Wide a, Wide b) {
    while (b) {
        Wide r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

static Rat reduced(Wide num, Wide den) {
    Wide g = gcd(num, den);
    if (den < 0)
        g = -g;
    return g ? (Rat){ num / g, den / g } : (Rat){ 0, 1 };
}

Term term_real(Terms *t, const char *numerator, const char *denominator) {
    Wide num, den;
    if (parse_wide(numerator, &num) && parse_wide(denominator, &den)) {
        if (!den)
            bug("a Real constant with denominator 0");
        return rat_make(t, reduced(num, den), sort_real(t));
    }
    uint32_t names[2] = { large_number(t, numerator), large_number(t, denominator) };
    return intern(t, OP_REAL_CONST, sort_real(t), 0, NULL, 2, names);
}

bool rat_add(Rat a, Rat b, Rat *sum) {
    assert(a.den > 0 && b.den > 0);
    Wide x, y, num, den;
    if (__builtin_mul_overflow(a.num, b.den, &x) || __builtin_mul_overflow(b.num, a.den, &y) ||
        __builtin_add_overflow(x, y, &num) || __builtin_mul_overflow(a.den, b.den, &den))
        return false;
    *sum = den == 1 ? (Rat){ num, 1 } : reduced(num, den);
    return num != (Wide)((UWide)1 << 127); // its negation must fit too
}

bool rat_mul(Rat a, Rat b, Rat *product) {
    assert(a.den > 0 && b.den > 0);
    Wide num, den;
    if (__builtin_mul_overflow(a.num, b.num, &num) || __builtin_mul_overflow(a.den, b.den, &den))
        return false;
    *product = den == 1 ? (Rat){ num, 1 } : reduced(num, den);
    return num != (Wide)((UWide)1 << 127);
}

bool rat_inverse(Rat a, Rat *inverse) {
    assert(a.den > 0);
    if (a.num)
        *inverse = a.num < 0 ? (Rat){ -a.den, -a.num } : (Rat){ a.den, a.num };
    return a.num != 0;
}

// ---- looking ----
Op term_op(const Terms *t, Term a) {
    return op_of(t, a);
}

Sort term_sort(const Terms *t, Term a) {
    return sort_of(t, a);
}

uint32_t term_arity(const Terms *t, Term a) {
    return node_of(t, a)->n;
}

Term term_arg(const Terms *t, Term a, uint32_t i) {
    assert(i < node_of(t, a)->n);
    return arg_of(t, a, i);
}

uint32_t term_imm(const Terms *t, Term a, uint32_t i) {
    return i < extra_count(t, a) ? extra_of(t, a)[i] : 0;
}

const char *term_name(const Terms *t, Term a) {
    assert(op_of(t, a) == OP_VAR || op_of(t, a) == OP_APPLY);
    return name_text(t->names, (Name){ extra_of(t, a)[0] });
}

void term_bits(const Terms *t, Term a, uint64_t *low, uint64_t *high) {
    UWide v = 0;
    Op op = op_of(t, a);
    if (op == OP_BV_CONST || op == OP_FP_CONST) {
        if (extra_count(t, a) > 4)
            bug("the bits of a constant wider than 128");
        v = wide_of_words(extra_of(t, a), extra_count(t, a));
    } else if (op == OP_TRUE) {
        v = 1;
    } else if (op != OP_FALSE) {
        bug("the bits of a term that is not a constant");
    }
    *low = (uint64_t)v;
    *high = (uint64_t)(v >> 64);
}

bool term_int_value(const Terms *t, Term a, int64_t *value) {
    Rat r;
    if (op_of(t, a) != OP_INT_CONST || !rat_value(t, a, &r) || r.num < INT64_MIN || r.num > INT64_MAX)
        return false;
    *value = (int64_t)r.num;
    return true;
}

static char *wide_text(Wide value, char *end) {
    UWide rest = value < 0 ? -(UWide)value : (UWide)value;
    *--end = 0;
    do
        *--end = (char)('0' + (int)(rest % 10));
    while (rest /= 10);
    if (value < 0)
        *--end = '-';
    return end;
}

const char *term_number(const Terms *t, Term a) {
    assert(op_of(t, a) == OP_INT_CONST || op_of(t, a) == OP_REAL_CONST);
    Rat r;
    char num[48], den[48], text[100];
    const char *n = num, *d = "1";
    if (rat_value(t, a, &r)) {
        n = wide_text(r.num, num + sizeof num);
        d = wide_text(r.den, den + sizeof den);
    } else {
        const uint32_t *names = extra_of(t, a);
        n = name_text(t->names, (Name){ names[0] });
        if (op_of(t, a) == OP_INT_CONST)
            return n;
        d = name_text(t->names, (Name){ names[1] });
    }
    if (!strcmp(d, "1"))
        return name_text(t->names, name_of(t->names, n));
    char *long_text = strlen(n) + strlen(d) + 2 > sizeof text ? base_alloc(strlen(n) + strlen(d) + 2) : NULL;
    char *out = long_text ? long_text : text;
    sprintf(out, "%s/%s", n, d);
    const char *interned = name_text(t->names, name_of(t->names, out));
    free(long_text);
    return interned;
}

bool const_is_zero(const Terms *t, Term a) {
    assert(term_is_const(t, a));
    Rat r;
    if (rat_value(t, a, &r))
        return r.num == 0;
    Op op = op_of(t, a);
    if (op == OP_INT_CONST || op == OP_REAL_CONST) // a large text: its first digit is not 0
        return !strcmp(name_text(t->names, (Name){ extra_of(t, a)[0] }), "0");
    for (uint32_t i = 0; i < extra_count(t, a); i++)
        if (extra_of(t, a)[i])
            return false;
    return true;
}

bool term_is_const(const Terms *t, Term a) {
    Op op = op_of(t, a);
    return op == OP_TRUE || op == OP_FALSE || op == OP_BV_CONST || op == OP_INT_CONST || op == OP_REAL_CONST ||
           op == OP_FP_CONST;
}

bool term_is_formula(const Terms *t, Term a) {
    return kind_of(t, a) == SORT_BOOL;
}

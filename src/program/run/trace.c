#include "program/run/trace.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>

ValueType value_type(const Terms *t, Sort s) {
    SortKind kind = sort_kind(t, s);
    if (kind != SORT_BOOL && kind != SORT_BV && kind != SORT_FLOAT)
        return (ValueType){ SORT_NONE };
    return (ValueType){ kind, sort_width(t, s), kind == SORT_FLOAT ? sort_exponent(t, s) : 0 };
}

enum { EXTENDED_WIDTH = 80 }; // the format with an integer bit

Sort value_sort(Terms *t, ValueType type) {
    assert(type.kind == SORT_FLOAT);
    return sort_float(t, type.exponent, type.width - type.exponent - (type.width == EXTENDED_WIDTH));
}

void trace_init(Trace *t) {
    *t = (Trace){ .names = names_new(), .arena = arena_new() };
}

void trace_free(Trace *t) {
    names_free(t->names);
    arena_free(t->arena);
    vec_free(&t->inputs);
    vec_free(&t->memory);
    vec_free(&t->schedule);
    vec_free(&t->arguments);
    map_free(&t->memory_at);
    *t = (Trace){ 0 };
}

void trace_add_input(Trace *t, InputKind kind, const char *name, SrcPos pos, ValueType type, Value value) {
    TraceInput *input = vec_add(&t->inputs);
    *input = (TraceInput){ .kind = kind, .name = name_of(t->names, name), .pos = pos, .type = type, .value = value };
}

void trace_drop_memory(Trace *t) {
    t->memory.count = 0;
    map_free(&t->memory_at);
}

static uint64_t memory_key(uint32_t object, uint32_t offset) {
    return (uint64_t)object << 32 | offset;
}

void trace_set_byte(Trace *t, uint32_t object, uint32_t offset, uint8_t byte) {
    uint32_t at = map_find(&t->memory_at, memory_key(object, offset));
    if (at) {
        t->memory.at[at - 1].byte = byte;
        return;
    }
    vec_push(&t->memory, (TraceByte){ object, offset, byte });
    map_put(&t->memory_at, memory_key(object, offset), t->memory.count);
}

void trace_drop_bytes(Trace *t, uint32_t object, uint32_t offset, uint32_t n) {
    uint32_t kept = 0;
    map_free(&t->memory_at);
    for (uint32_t i = 0; i < t->memory.count; i++) {
        TraceByte b = t->memory.at[i];
        if (b.object == object && b.offset - offset < n)
            continue;
        t->memory.at[kept++] = b;
        map_put(&t->memory_at, memory_key(b.object, b.offset), kept);
    }
    t->memory.count = kept;
}

uint32_t object_number(const Program *p, ObjId object) {
    assert(object < p->objects.count);
    uint32_t n = 0;
    for (ObjId i = 1; i <= object; i++)
        n += p->objects.at[i].kind == OBJ_GLOBAL || p->objects.at[i].kind == OBJ_FUNCTION;
    return n;
}

bool trace_byte(const Trace *t, uint32_t object, uint32_t offset, uint8_t *byte) {
    uint32_t at = map_find(&t->memory_at, memory_key(object, offset));
    if (at)
        *byte = t->memory.at[at - 1].byte;
    return at != 0;
}

void trace_add_argument(Trace *t, const char *text, uint32_t n) {
    assert(text || !n);
    char *copy = arena_alloc(t->arena, n + 1);
    if (n)
        memcpy(copy, text, n);
    copy[n] = 0;
    vec_push(&t->arguments, (TraceText){ copy, n });
    t->has_arguments = true;
}

void trace_add_turn(Trace *t, uint32_t thread, uint64_t edges) {
    if (edges == 0)
        return;
    if (t->schedule.count && vec_last(&t->schedule).thread == thread)
        vec_last(&t->schedule).edges += edges;
    else
        vec_push(&t->schedule, (TraceTurn){ thread, edges });
}

static bool same_input(const Trace *a, const TraceInput *x, const Trace *b, const TraceInput *y) {
    if (x->kind != y->kind || strcmp(name_text(a->names, x->name), name_text(b->names, y->name)) != 0)
        return false;
    if (x->type.kind != y->type.kind || x->type.width != y->type.width || x->type.exponent != y->type.exponent)
        return false;
    if (x->type.kind == SORT_NONE)
        return strcmp(x->literal, y->literal) == 0;
    return value_equal(x->value, y->value);
}

void trace_copy(Trace *to, const Trace *from) {
    assert(!to->inputs.count && !to->memory.count && !to->schedule.count && !to->has_arguments);
    for (uint32_t i = 0; i < from->inputs.count; i++) {
        TraceInput input = from->inputs.at[i];
        input.name = name_of(to->names, name_text(from->names, input.name));
        input.literal = input.literal ? arena_strdup(to->arena, input.literal) : NULL;
        vec_push(&to->inputs, input);
    }
    for (uint32_t i = 0; i < from->memory.count; i++)
        trace_set_byte(to, from->memory.at[i].object, from->memory.at[i].offset, from->memory.at[i].byte);
    for (uint32_t i = 0; i < from->schedule.count; i++)
        vec_push(&to->schedule, from->schedule.at[i]);
    for (uint32_t i = 0; i < from->arguments.count; i++)
        trace_add_argument(to, from->arguments.at[i].at, from->arguments.at[i].n);
    to->has_arguments = from->has_arguments;
    to->split = from->split;
}

bool trace_equal(const Trace *a, const Trace *b) {
    if (a->inputs.count != b->inputs.count || a->memory.count != b->memory.count ||
        a->schedule.count != b->schedule.count)
        return false;
    for (uint32_t i = 0; i < a->inputs.count; i++)
        if (!same_input(a, &a->inputs.at[i], b, &b->inputs.at[i]))
            return false;
    for (uint32_t i = 0; i < a->memory.count; i++) {
        const TraceByte *m = &a->memory.at[i];
        uint8_t byte;
        if (!trace_byte(b, m->object, m->offset, &byte) || byte != m->byte)
            return false;
    }
    for (uint32_t i = 0; i < a->schedule.count; i++)
        if (a->schedule.at[i].thread != b->schedule.at[i].thread || a->schedule.at[i].edges != b->schedule.at[i].edges)
            return false;
    return true;
}

// ---- random numbers ----
// After G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number
// Generators", OOPSLA 2014.
uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint32_t fraction_bits(ValueType type) { // the integer bit not counted
    assert(type.kind == SORT_FLOAT && type.exponent && type.exponent + 1 < type.width);
    return type.width - 1 - type.exponent - (type.width == EXTENDED_WIDTH);
}

static uint32_t exponent_place(ValueType type) {
    return type.width - 1 - type.exponent;
}

static unsigned __int128 wide(Value v) {
    return (unsigned __int128)v.hi << 64 | v.lo;
}

static Value narrow(unsigned __int128 x) {
    return (Value){ (uint64_t)x, (uint64_t)(x >> 64) };
}

// In the format with an integer bit: is it there just where the exponent demands it?
static bool integer_bit_fits(ValueType type, Value value) {
    unsigned __int128 bits = wide(value);
    bool zero = (bits >> exponent_place(type) & (((unsigned __int128)1 << type.exponent) - 1)) == 0;
    return type.width != EXTENDED_WIDTH || (bits >> (exponent_place(type) - 1) & 1) == !zero;
}

bool value_is_nan(ValueType type, Value value) {
    if (type.kind != SORT_FLOAT)
        return false;
    unsigned __int128 one = 1, bits = wide(value), largest = (one << type.exponent) - 1;
    unsigned __int128 exponent = bits >> exponent_place(type) & largest;
    bool fraction = (bits & ((one << fraction_bits(type)) - 1)) != 0;
    return (exponent == largest && fraction) || (exponent && !integer_bit_fits(type, value));
}

// The quiet, positive NaN with payload 0: what 'nan' means.
static Value plain_nan(ValueType type) {
    unsigned __int128 one = 1, low = one << (fraction_bits(type) - 1);
    return narrow(((one << (type.width - 1)) - 1) & ~(low - 1));
}

// Sign, exponent and fraction put together.
static Value float_of_parts(ValueType type, unsigned __int128 sign, unsigned __int128 exponent,
                            unsigned __int128 fraction) {
    unsigned __int128 integer_bit =
        type.width == EXTENDED_WIDTH && exponent ? (unsigned __int128)1 << fraction_bits(type) : 0;
    return narrow(sign | exponent << exponent_place(type) | integer_bit | fraction);
}

static Value random_float(uint64_t *state, ValueType type) {
    uint64_t r = random_next(state), low = random_next(state), high = random_next(state);
    uint32_t f = fraction_bits(type);
    unsigned __int128 one = 1, sign = (unsigned __int128)(r >> 63) << (type.width - 1);
    unsigned __int128 bias = (one << (type.exponent - 1)) - 1, largest = (one << type.exponent) - 1;
    if (r % 8 < 4) // 2^-8 to 2^8, with few fraction bits
        return float_of_parts(type, sign, bias - 8 + low % 17, (unsigned __int128)(high % 16) << (f - 4));
    switch (r % 8) {
    case 4: // zero, or one of the smallest
        return float_of_parts(type, sign, 0, low % 3);
    case 5: // infinity, a NaN, or one of the largest
        return low % 3 == 2 ? float_of_parts(type, sign, largest - 1, (one << f) - 1 - high % 3)
                            : float_of_parts(type, sign, largest, low % 3 ? one << (f - 1 - high % 2) : 0);
    }
    unsigned __int128 any = (unsigned __int128)high << 64 | low;
    return value_truncate(narrow(any), type.width);
}

Value random_value(uint64_t *state, ValueType type) {
    assert(type.width && type.width <= 128);
    if (type.kind == SORT_FLOAT)
        return random_float(state, type);
    uint64_t r = random_next(state), low = random_next(state), high = random_next(state);
    unsigned __int128 x = (unsigned __int128)high << 64 | low;
    if (r % 8 < 4)
        x = (unsigned __int128)((__int128)(low % 33) - 16);
    else if (r % 8 < 6) // about a power of two
        x = ((unsigned __int128)1 << high % type.width) + (low % 3) - 1;
    return value_truncate(narrow(x), type.width);
}

// ---- literals ----
typedef enum LiteralKind { LITERAL_BAD, LITERAL_INT, LITERAL_FLOAT } LiteralKind;
typedef struct Literal {
    LiteralKind kind;
    bool negative, too_wide;
    unsigned __int128 magnitude; // INT
} Literal;

static int digit_of(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 99;
}

// Reads digits up to the end; false where there are none or something else.
static bool read_digits(const char *s, unsigned base, Literal *l) {
    if (digit_of(*s) >= (int)base)
        return false;
    for (; digit_of(*s) < (int)base; s++) {
        l->too_wide |= l->magnitude > (~(unsigned __int128)0 - 15) / base;
        l->magnitude = l->magnitude * base + (unsigned)digit_of(*s);
    }
    while (*s && strchr("uUlL", *s))
        s++;
    return *s == 0;
}

static bool read_char(const char *s, Literal *l) {
    static const char escapes[] = // in pairs; the last is 0 and the zero that ends the text
        "n\nt\tr\ra\ab\bf\fv\v\\\\''\"\"0";
    size_t n = strlen(s);
    if (n < 3 || s[0] != '\'' || s[n - 1] != '\'')
        return false;
    if (n == 3) {
        l->magnitude = (unsigned char)s[1];
        return s[1] != '\\' && s[1] != '\'';
    }
    if (s[1] != '\\')
        return false;
    if (n == 4) {
        for (size_t i = 0; i < sizeof escapes; i += 2)
            if (escapes[i] == s[2]) {
                l->magnitude = (unsigned char)escapes[i + 1];
                return true;
            }
        return false;
    }
    bool ok = n <= 6 && s[2] == 'x';
    for (size_t i = 3; ok && i < n - 1; i++) {
        ok = digit_of(s[i]) < 16;
        l->magnitude = l->magnitude * 16 + (unsigned)digit_of(s[i]);
    }
    return ok;
}

static bool is_float(const char *s) {
    if (!*s || isspace((unsigned char)*s))
        return false;
    char *end;
    strtold(s, &end);
    return end != s && *end == 0;
}

static Literal read_literal(const char *s) {
    Literal l = { .kind = LITERAL_INT };
    if (strcmp(s, "true") == 0 || strcmp(s, "false") == 0) {
        l.magnitude = *s == 't';
        return l;
    }
    if (*s == '\'') {
        if (!read_char(s, &l))
            l.kind = LITERAL_BAD;
        return l;
    }
    l.negative = *s == '-';
    s += *s == '-' || *s == '+';
    Literal number = l;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && read_digits(s + 2, 16, &number))
        return number;
    number = l;
    if (read_digits(s, 10, &number))
        return number;
    bool sign_again = *s == '-' || *s == '+';
    l.kind = !sign_again && is_float(s) ? LITERAL_FLOAT : LITERAL_BAD;
    return l;
}

// nan(0x7ff8000000000001): all the bits, of a NaN or of what no number of the 80-bit format is written as.
static bool read_nan(const char *s, ValueType type, Value *value) {
    static const char head[] = "nan(0x";
    unsigned __int128 bits = 0;
    if (strncmp(s, head, sizeof head - 1) != 0)
        return false;
    for (s += sizeof head - 1; digit_of(*s) < 16; s++)
        bits = bits << 4 | (unsigned)digit_of(*s);
    *value = value_truncate(narrow(bits), type.width);
    if (!value_is_nan(type, *value) && integer_bit_fits(type, *value))
        *value = plain_nan(type);
    return true;
}

// Text to float in one rounding for the formats of C.
static Value float_of_text(const char *s, ValueType type) {
    Value v = { 0 };
    if (read_nan(s, type, &v))
        return v;
    if (type.width == 32) {
        float x = strtof(s, NULL);
        memcpy(&v.lo, &x, sizeof x);
    } else if (type.width == 64) {
        double x = strtod(s, NULL);
        memcpy(&v.lo, &x, sizeof x);
    } else if (type.width == 128) {
        _Float128 x = strtof128(s, NULL);
        memcpy(&v, &x, sizeof x);
    } else {
        Terms *terms = terms_new();
        v = value_from_float(strtold(s, NULL), value_sort(terms, type), terms);
        terms_free(terms);
    }
    return value_is_nan(type, v) ? plain_nan(type) : v;
}

// Does x, negative or not, fit into 'width' bits read as signed or unsigned?
static bool fits(const Literal *l, uint32_t width) {
    unsigned __int128 one = 1;
    if (l->too_wide)
        return false;
    if (l->negative)
        return l->magnitude <= one << (width - 1);
    return width >= 128 || l->magnitude < one << width;
}

static bool literal_value(const char *s, ValueType type, Value *value) {
    assert(type.kind != SORT_NONE && type.width && type.width <= 128);
    Literal l = read_literal(s);
    if (type.kind == SORT_FLOAT) {
        bool number = l.kind == LITERAL_FLOAT || (*s != '\'' && *s != 't' && *s != 'f');
        char text[32];
        snprintf(text, sizeof text, "%u", (unsigned)l.magnitude);
        *value = float_of_text(number ? s : text, type);
        return true;
    }
    bool exact = true;
    if (l.kind == LITERAL_FLOAT) {
        long double x = strtold(s, NULL);
        bool in_range = x > -0x1p63L && x < 0x1p63L; // false for a NaN
        exact = in_range && x == (long double)(int64_t)x;
        l.magnitude = in_range ? (uint64_t)(fabsl(x)) : 0;
    }
    exact &= fits(&l, type.width);
    *value = value_truncate(narrow(l.negative ? -l.magnitude : l.magnitude), type.width);
    return exact;
}

bool trace_value(const TraceInput *input, ValueType type, Value *value) {
    if (input->type.kind == SORT_NONE)
        return literal_value(input->literal, type, value);
    *value = value_truncate(input->value, type.width);
    return input->type.kind == type.kind && input->type.width == type.width && input->type.exponent == type.exponent;
}

// ---- printing ----
static void print_integer(ValueType type, Value value, Text *out) {
    assert(type.width && type.width <= 128);
    unsigned __int128 x = wide(value), one = 1;
    bool negative = type.width > 1 && type.kind == SORT_BV && x >> (type.width - 1);
    if (negative)
        x = (type.width < 128 ? one << type.width : 0) - x;
    char digits[48], *d = digits + sizeof digits;
    *--d = 0;
    do
        *--d = (char)('0' + (int)(x % 10));
    while (x /= 10);
    text_add(out, "%s%s", negative ? "-" : "", d);
}

// Sign, then 0x1.FRACTIONpEXPONENT; exact for every format.
static void print_float(ValueType type, Value value, Text *out) {
    uint32_t f = fraction_bits(type);
    unsigned __int128 bits = wide(value), one = 1, fraction = bits & ((one << f) - 1);
    int largest = (1 << type.exponent) - 1, bias = largest >> 1;
    int exponent = (int)(bits >> exponent_place(type)) & largest;
    const char *sign = bits >> (type.width - 1) & 1 ? "-" : "";
    if (value_is_nan(type, value) || !integer_bit_fits(type, value)) {
        text_add(out, "nan");
        if (!value_equal(value, plain_nan(type))) {
            text_add(out, "(0x");
            for (uint32_t i = type.width / 4; i-- > 0;)
                text_add(out, "%x", (unsigned)(bits >> 4 * i) & 15);
            text_add(out, ")");
        }
        return;
    }
    if (exponent == largest) {
        text_add(out, "%sinf", sign);
        return;
    }
    if (exponent == 0 && fraction == 0) {
        text_add(out, "%s0x0p+0", sign);
        return;
    }
    text_add(out, "%s0x%d", sign, exponent != 0);
    uint32_t spare = f % 4 ? 4 - f % 4 : 0;
    fraction <<= spare;
    if (fraction)
        text_add(out, ".");
    for (int shift = (int)(f + spare) - 4; shift >= 0 && fraction; shift -= 4) {
        text_add(out, "%x", (unsigned)(fraction >> shift) & 15);
        fraction &= (one << shift) - 1;
    }
    text_add(out, "p%+d", exponent ? exponent - bias : 1 - bias);
}

void value_print(ValueType type, Value value, Text *out) {
    if (type.kind == SORT_BOOL)
        text_add(out, "%s", value.lo ? "true" : "false");
    else if (type.kind == SORT_FLOAT)
        print_float(type, value, out);
    else
        print_integer(type, value, out);
}

// ---- the file ----
static const struct {
    const char *prefix;
    InputKind kind;
} kinds[] = {
    { "nondet:", INPUT_NONDET },
    { "uninit:", INPUT_UNINIT },
    { "external:", INPUT_EXTERNAL },
    { "library:", INPUT_LIBRARY },
};

static bool name_char(char c) {
    return isalnum((unsigned char)c) || (c && strchr("_.$:@-", c));
}

// The name, so that it reads back as one word that is no value or keyword.
static void write_name(const Trace *t, const TraceInput *input, FILE *out) {
    const char *name = name_text(t->names, input->name);
    if (input->kind == INPUT_NONDET && !*name)
        return;
    for (size_t k = 0; k < COUNT(kinds); k++)
        if (kinds[k].kind == input->kind)
            fputs(kinds[k].prefix, out);
    for (; *name; name++)
        fputc(name_char(*name) ? *name : '_', out);
    fputc(' ', out);
}

void argument_print(TraceText a, Text *out) {
    text_add(out, "\"");
    for (uint32_t i = 0; i < a.n; i++) {
        unsigned char c = (unsigned char)a.at[i];
        if (c == '\\' || c == '"')
            text_add(out, "\\%c", c);
        else if (c < 32 || c > 126)
            text_add(out, "\\%03o", c);
        else
            text_add(out, "%c", c);
    }
    text_add(out, "\"");
}

void trace_write(const Trace *t, FILE *out) {
    Text text = { 0 };
    if (t->split)
        fputs("stage memory\n", out);
    for (uint32_t i = 0; i < t->arguments.count; i++) {
        text.count = 0;
        argument_print(t->arguments.at[i], &text);
        fprintf(out, "argument %s\n", text.at);
    }
    for (uint32_t i = 0; i < t->inputs.count; i++) {
        const TraceInput *input = &t->inputs.at[i];
        write_name(t, input, out);
        text.count = 0;
        if (input->type.kind == SORT_NONE)
            text_add(&text, "%s", input->literal);
        else
            value_print(input->type, input->value, &text);
        fputs(text.at, out);
        if (input->pos.line)
            fprintf(out, "  # line %u", input->pos.line);
        fputc('\n', out);
    }
    for (uint32_t i = 0; i < t->memory.count; i++)
        fprintf(out, "memory %u %u %u\n", t->memory.at[i].object, t->memory.at[i].offset, t->memory.at[i].byte);
    for (uint32_t i = 0; i < t->schedule.count; i++)
        fprintf(out, "thread %u %llu\n", t->schedule.at[i].thread, (unsigned long long)t->schedule.at[i].edges);
    vec_free(&text);
}

enum { LONGEST_LINE = 4096, MOST_ITEMS = 1 << 24, MOST_WORDS = 5 };

// Cuts the line into words; a character literal is one word, a '#' outside of
// one ends the line.  Gives MOST_WORDS where there are more.
static int split(char *line, char *word[MOST_WORDS]) {
    int n = 0;
    for (char *s = line;;) {
        s += strspn(s, " \t\r\f\v");
        if (!*s || *s == '#' || n == MOST_WORDS)
            return n;
        word[n++] = s;
        if (*s == '\'') {
            s += 1 + (s[1] == '\\' && s[2]);
            s += *s != 0;
        }
        s += strcspn(s, " \t\r\f\v#");
        if (*s == '#') { // a comment needs no space before it
            *s = 0;
            return n;
        }
        if (*s)
            *s++ = 0;
    }
}

static bool read_number(const char *s, uint64_t most, uint64_t *value) {
    Literal l = { .kind = LITERAL_INT };
    bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    if (!read_digits(hex ? s + 2 : s, hex ? 16 : 10, &l) || l.too_wide || l.magnitude > most)
        return false;
    *value = (uint64_t)l.magnitude;
    return true;
}

static const char *parse_memory(Trace *t, char *word[]) {
    uint64_t object, offset, byte;
    if (!read_number(word[1], UINT32_MAX, &object) || object == 0)
        return "the object of 'memory' must be a number from 1 to 4294967295";
    if (!read_number(word[2], UINT32_MAX, &offset))
        return "the offset of 'memory' must be a number from 0 to 4294967295";
    if (!read_number(word[3], 255, &byte))
        return "the byte of 'memory' must be a number from 0 to 255";
    trace_set_byte(t, (uint32_t)object, (uint32_t)offset, (uint8_t)byte);
    return NULL;
}

static const char *parse_turn(Trace *t, char *word[]) {
    uint64_t thread, edges;
    if (!read_number(word[1], UINT32_MAX, &thread) || !read_number(word[2], INT64_MAX, &edges) || edges == 0)
        return "'thread' needs a thread's number and how many edges (at least 1) it takes";
    vec_push(&t->schedule, (TraceTurn){ (uint32_t)thread, edges });
    return NULL;
}

static const char *parse_input(Trace *t, const char *name, const char *value) {
    assert(*value);
    TraceInput input = { .kind = INPUT_NONDET };
    for (size_t k = 0; k < COUNT(kinds); k++) {
        size_t n = strlen(kinds[k].prefix);
        if (strncmp(name, kinds[k].prefix, n) == 0) {
            input.kind = kinds[k].kind;
            name += n;
            break;
        }
    }
    for (const char *c = name; *c; c++)
        if (!name_char(*c))
            return "a name has letters, digits and _ . $ : @ - only";
    if (read_literal(value).kind == LITERAL_BAD)
        return "not a value: expected an integer, a float, nan, inf, true, false or a character like 'c'";
    input.name = name_of(t->names, name);
    input.literal = arena_strdup(t->arena, value);
    vec_push(&t->inputs, input);
    return NULL;
}

// From behind the first '"' to the last.
static const char *parse_argument(Trace *t, const char *from) {
    char text[LONGEST_LINE];
    uint32_t n = 0;
    for (; *from && *from != '"'; n++) {
        int code = from[0] == '\\' && from[1] >= '0' && from[1] <= '3' && strspn(from + 1, "01234567") >= 3
                       ? (from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0')
                       : -1;
        text[n] = code >= 0 ? (char)code : from[0] == '\\' && from[1] ? from[1] : *from;
        from += code >= 0 ? 4 : from[0] == '\\' && from[1] ? 2 : 1;
    }
    if (*from != '"' || from[1 + strspn(from + 1, " \t\r")])
        return "an argument is a text in \"\"";
    trace_add_argument(t, text, n);
    return NULL;
}

static const char *parse_line(Trace *t, char *line) {
    static const char argument[] = "argument \"";
    char *word[MOST_WORDS];
    if (!strncmp(line, argument, sizeof argument - 1))
        return parse_argument(t, line + sizeof argument - 1);
    int n = split(line, word);
    if (n == 0)
        return NULL;
    if (t->inputs.count >= MOST_ITEMS || t->memory.count >= MOST_ITEMS || t->schedule.count >= MOST_ITEMS)
        return "too many lines";
    if (n == 4 && strcmp(word[0], "memory") == 0)
        return parse_memory(t, word);
    if (n == 3 && strcmp(word[0], "thread") == 0)
        return parse_turn(t, word);
    if (n == 2 && strcmp(word[0], "stage") == 0 && strcmp(word[1], "memory") == 0) {
        t->split = true;
        return NULL;
    }
    if (n > 2)
        return "too many words: expected VALUE, NAME VALUE, memory OBJECT OFFSET BYTE or thread ID EDGES";
    return parse_input(t, n == 2 ? word[0] : "", word[n - 1]);
}

bool trace_parse(Trace *t, const char *text, size_t length, const char *file, Reason *why) {
    unsigned number = 1;
    for (size_t at = 0; at < length; number++) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t n = (end ? (size_t)(end - text) : length) - at;
        char line[LONGEST_LINE + 1];
        const char *wrong = NULL;
        if (n > LONGEST_LINE)
            wrong = "the line is too long";
        else if (memchr(text + at, 0, n))
            wrong = "a zero byte: this is no text file";
        else {
            memcpy(line, text + at, n);
            line[n] = 0;
            wrong = parse_line(t, line);
        }
        if (wrong) {
            reason_set(why, "%.200s:%u: %s", file, number, wrong);
            return false;
        }
        at += n + 1;
    }
    return true;
}

bool trace_read(Trace *t, const char *path, Reason *why) {
    enum { LARGEST = 1 << 28 };
    FILE *in = fopen(path, "rb");
    if (!in) {
        reason_set(why, "%.200s: %s", path, strerror(errno));
        return false;
    }
    Text text = { 0 };
    size_t n;
    do {
        vec_reserve(&text, text.count + 65536);
        n = fread(text.at + text.count, 1, 65536, in);
        text.count += (uint32_t)n;
    } while (n && text.count <= LARGEST);
    bool ok = !ferror(in) && text.count <= LARGEST;
    if (!ok)
        reason_set(why, "%.200s: %s", path, ferror(in) ? strerror(errno) : "the file is too large");
    fclose(in);
    ok = ok && trace_parse(t, text.at, text.count, path, why);
    vec_free(&text);
    return ok;
}

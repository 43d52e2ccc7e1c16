// interpret_print.c - printf and its relatives
//
// Each conversion is checked against its argument's sort, brought to the width
// that C gives it in the program's data model, and then left to the host's
// printf with the same flags.  What the host cannot do for the program (%n,
// wide characters, numbered arguments) is unmodelled.
#include "program/run/interpret_machine.h"

typedef struct Spec { // one conversion: % flags width .precision length conversion
    char flags[8];
    int width;     // -1: none
    int precision; // -1: none
    char length;   // 'H' hh, 'h', 'l', 'q' ll, 'z', 'j', 't', 'L', or 0
    char conversion;
} Spec;

typedef struct Printing {
    Machine *m;
    const char *name;   // of the function
    const Value *value; // the arguments
    const ValueType *type;
    uint32_t n, next;
    uint64_t count; // bytes printed by this call
} Printing;

static bool unmodelled(Printing *p, const char *what) {
    return machine_end(p->m, RUN_UNMODELLED, "%s: %s", p->name, what);
}

static bool put(Printing *p, const char *text, size_t length) {
    Machine *m = p->m;
    if (length > m->o->max_output - m->r->output)
        return machine_end(m, RUN_OUTPUT_LIMIT, "more than %llu bytes are printed",
                           (unsigned long long)m->o->max_output);
    m->r->output += length;
    p->count += length;
    if (m->o->output && length)
        m->o->output(m->o->output_context, text, length);
    return true;
}

// The byte of the program's memory at 'address'.
static bool fetch(Machine *m, uint64_t address, Instance **cache, uint8_t *byte) {
    Instance *o = *cache;
    if (!o || address - o->base >= o->readable)
        o = *cache = in_environment(address, 1) ? memory_environment(m) : memory_access(m, address, 1, false);
    if (!o || !memory_fix(m, o, address - o->base, 1))
        return false;
    *byte = o->bytes[address - o->base];
    return true;
}

// The string at 'address', at most 'most' bytes of it, into m->text.
static bool fetch_string(Machine *m, uint64_t address, uint64_t most) {
    Instance *cache = NULL;
    m->text.count = 0;
    for (uint64_t i = 0; i < most; i++) {
        uint8_t byte;
        if (!fetch(m, address + i, &cache, &byte))
            return false;
        if (!byte)
            break;
        vec_push(&m->text, (char)byte);
    }
    return true;
}

// ---- arguments ----
static bool take(Printing *p, SortKind kind, Value *value, ValueType *type) {
    *value = (Value){ 0 };
    *type = (ValueType){ 0 };
    if (p->next >= p->n)
        return unmodelled(p, "fewer arguments than its format asks for");
    *type = p->type[p->next];
    *value = p->value[p->next++];
    if ((type->kind == SORT_FLOAT) != (kind == SORT_FLOAT))
        return unmodelled(p, "an argument of another type than its format says");
    return true;
}

static int64_t sign_extended(Value v, uint32_t width) {
    return width >= 64 ? (int64_t)v.lo : value_signed(v, width);
}

static bool take_int(Printing *p, int *x) {
    Value v;
    ValueType type;
    if (!take(p, SORT_BV, &v, &type))
        return false;
    *x = (int)sign_extended(v, type.width);
    return true;
}

static uint32_t length_bits(const Machine *m, char length) {
    switch (length) {
    case 'H':
        return 8;
    case 'h':
        return 16;
    case 'l':
    case 'z':
    case 't':
        return m->p->pointer_bits;
    case 'q':
    case 'j':
    case 'L':
        return 64;
    default:
        return 32;
    }
}

// ---- conversions ----
// The format for the host: the same flags, width and precision, 'tail'.
static void host_format(const Spec *s, const char *tail, char out[48]) {
    int n = sprintf(out, "%%%s", s->flags);
    if (s->width >= 0)
        n += sprintf(out + n, "%d", s->width);
    if (s->precision >= 0)
        n += sprintf(out + n, ".%d", s->precision);
    sprintf(out + n, "%s", tail);
}

static bool put_formatted(Printing *p, const char *format, ...) {
    Machine *m = p->m;
    va_list args;
    va_start(args, format);
    char *text = NULL;
    int n = vasprintf(&text, format, args);
    va_end(args);
    bool ok = n >= 0 ? put(p, text, (size_t)n) : machine_end(m, RUN_OUTPUT_LIMIT, "too long a text");
    if (n >= 0)
        free(text);
    return ok;
}

static bool put_integer(Printing *p, const Spec *s) {
    Value v;
    ValueType type;
    if (!take(p, SORT_BV, &v, &type))
        return false;
    uint32_t bits = length_bits(p->m, s->length);
    bool is_signed = s->conversion == 'd' || s->conversion == 'i';
    char format[48], tail[] = { 'l', 'l', s->conversion, 0 };
    host_format(s, tail, format);
    if (is_signed) {
        int64_t x = sign_extended(v, type.width);
        return put_formatted(p, format, (long long)sign_extended((Value){ (uint64_t)x }, bits));
    }
    uint64_t x = type.width < 64 ? v.lo : value_truncate(v, 64).lo;
    return put_formatted(p, format, (unsigned long long)(bits < 64 ? x & ((1ull << bits) - 1) : x));
}

static bool put_float(Printing *p, const Spec *s) {
    Value v;
    ValueType type;
    if (!take(p, SORT_FLOAT, &v, &type))
        return false;
    if ((s->length == 'L') != (type.exponent == 15))
        return unmodelled(p, "long double and double are mixed up");
    Terms *terms = p->m->p->terms;
    long double x = value_to_float(v, value_sort(terms, type), terms);
    char format[48], tail[] = { 'L', s->conversion, 0 };
    host_format(s, s->length == 'L' ? tail : tail + 1, format);
    return s->length == 'L' ? put_formatted(p, format, x) : put_formatted(p, format, (double)x);
}

static bool put_char(Printing *p, const Spec *s) {
    int c;
    char format[48];
    if (!take_int(p, &c))
        return false;
    host_format(s, "c", format);
    return put_formatted(p, format, (unsigned char)c);
}

// Zeros inside cannot be: so %s of the host, but for a text without width.
static bool put_string(Printing *p, const Spec *s) {
    Value v;
    ValueType type;
    char format[48];
    Machine *m = p->m;
    if (!take(p, SORT_BV, &v, &type))
        return false;
    if (!fetch_string(m, v.lo, s->precision >= 0 ? (uint64_t)s->precision : UINT64_MAX))
        return false;
    if (s->width < 0)
        return put(p, m->text.at, m->text.count);
    vec_push(&m->text, 0);
    Spec plain = *s;
    plain.precision = -1;
    host_format(&plain, "s", format);
    return put_formatted(p, format, m->text.at);
}

static bool put_pointer(Printing *p, const Spec *s) {
    Value v;
    ValueType type;
    char format[48];
    if (!take(p, SORT_BV, &v, &type))
        return false;
    host_format(s, "p", format);
    return put_formatted(p, format, (void *)(uintptr_t)v.lo);
}

static bool put_converted(Printing *p, const Spec *s) {
    if (s->length == 'l' && (s->conversion == 'c' || s->conversion == 's'))
        return unmodelled(p, "wide characters");
    switch (s->conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        return put_integer(p, s);
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return put_float(p, s);
    case 'c':
        return put_char(p, s);
    case 's':
        return put_string(p, s);
    case 'p':
        return put_pointer(p, s);
    case '%':
        return put(p, "%", 1);
    }
    char what[] = "the conversion %?";
    what[sizeof what - 2] = s->conversion > ' ' && s->conversion < 127 ? s->conversion : '?';
    return unmodelled(p, what);
}

// ---- the format ----
// A number at *at, or what '*' takes from the arguments.
static bool read_count(Printing *p, const char **at, int *count) {
    if (**at == '*') {
        ++*at;
        return take_int(p, count);
    }
    uint64_t x = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        x = x > INT32_MAX ? x : x * 10 + (uint64_t)(**at - '0');
    if (x > INT32_MAX)
        return unmodelled(p, "a width beyond the range of int");
    *count = (int)x;
    return true;
}

static void read_length(const char **at, Spec *s) {
    const char *a = *at;
    if (a[0] == 'h' && a[1] == 'h')
        s->length = 'H', a += 2;
    else if (a[0] == 'l' && a[1] == 'l')
        s->length = 'q', a += 2;
    else if (*a && strchr("hlqzjtL", *a))
        s->length = *a++;
    *at = a;
}

// Reads the conversion behind a '%'.
static bool read_spec(Printing *p, const char **at, Spec *s) {
    *s = (Spec){ .width = -1, .precision = -1 };
    size_t n_flags = 0;
    for (; **at && strchr("-+ #0'", **at); ++*at)
        if (!strchr(s->flags, **at) && **at != '\'') // the C locale has no groups
            s->flags[n_flags++] = **at;
    if (**at == '*' || (**at >= '1' && **at <= '9')) {
        if (!read_count(p, at, &s->width))
            return false;
        if (**at == '$')
            return unmodelled(p, "numbered arguments");
        if (s->width < 0) { // only from '*': left-justified
            if (s->width == INT32_MIN)
                return unmodelled(p, "a width beyond the range of int");
            s->width = -s->width;
            if (!strchr(s->flags, '-'))
                s->flags[n_flags++] = '-';
        }
    }
    if (**at == '.') {
        ++*at;
        if (!read_count(p, at, &s->precision))
            return false;
        if (s->precision < 0) // only from '*': as if there were none
            s->precision = -1;
    }
    read_length(at, s);
    s->conversion = **at;
    *at += **at != 0;
    // Before the host makes a text of that size:
    uint64_t most = p->m->o->max_output;
    if (s->width > 0 && (uint64_t)s->width > most)
        return machine_end(p->m, RUN_OUTPUT_LIMIT, "a field %d wide is printed", s->width);
    if (s->precision > 0 && s->conversion != 's' && (uint64_t)s->precision > most)
        return machine_end(p->m, RUN_OUTPUT_LIMIT, "a number of %d digits is printed", s->precision);
    return true;
}

static bool print_format(Printing *p, const char *format) {
    while (*format) {
        size_t plain = strcspn(format, "%");
        if (!put(p, format, plain))
            return false;
        format += plain;
        if (!*format)
            break;
        format++;
        Spec s;
        if (!read_spec(p, &format, &s) || !put_converted(p, &s))
            return false;
    }
    return true;
}

// ---- the functions ----
// printf(format, ...), from argument 'first' on.
static bool print_formatted(Printing *p, uint32_t first) {
    Value format;
    ValueType type;
    p->next = first;
    if (!take(p, SORT_BV, &format, &type) || !fetch_string(p->m, format.lo, UINT64_MAX))
        return false;
    vec_push(&p->m->text, 0);
    char *text = strdup(p->m->text.at); // %s needs the buffer
    if (!text)
        bug("out of memory");
    bool ok = print_format(p, text);
    free(text);
    return ok;
}

static bool print_string(Printing *p, const char *end) {
    Value v;
    ValueType type;
    if (!take(p, SORT_BV, &v, &type) || !fetch_string(p->m, v.lo, UINT64_MAX))
        return false;
    return put(p, p->m->text.at, p->m->text.count) && put(p, end, strlen(end));
}

// The result is what glibc gives: the bytes printed, 1 of fputs, the
// character of putchar.
static bool print_any(Printing *p, uint64_t *result) {
    const char *f = p->name;
    bool ok;
    if (strcmp(f, "printf") == 0 || strcmp(f, "fprintf") == 0) {
        ok = print_formatted(p, *f == 'f');
        *result = p->count;
    } else if (strcmp(f, "puts") == 0) {
        ok = print_string(p, "\n");
        *result = p->count;
    } else if (strcmp(f, "fputs") == 0) {
        ok = print_string(p, "");
        *result = 1;
    } else if (strcmp(f, "putchar") == 0 || strcmp(f, "putc") == 0 || strcmp(f, "fputc") == 0) {
        int c = 0;
        ok = take_int(p, &c) && put(p, &(char){ (char)c }, 1);
        *result = (unsigned char)c;
    } else
        ok = unmodelled(p, "printing by this function");
    return ok;
}

bool machine_print(Machine *m, const Step *s) {
    Value *values = m->it->scratch.at;
    if (s->n)
        code_run(s->values, m->bank, values);
    Printing p = { .m = m, .value = values, .type = s->types, .n = s->n };
    p.name = program_text(m->p, m->p->edges.at[s->edge].cmd.text);
    uint64_t result = 0;
    if (!print_any(&p, &result))
        return false;
    if (s->var != NO_SLOT)
        set_slot(m, s->var, value_truncate((Value){ result, 0 }, s->type.width));
    return true;
}

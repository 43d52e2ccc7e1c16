// printf.c - formatted output, except what the front end prints itself
//
// Exact for integers, characters, texts and pointers.  The text of a
// floating-point number is an input: characters other than 0, as many as the
// longest number needs at most.  A stream may refuse the output.
#include "libc.h"

typedef struct Sink {
    char *to; // memory, or NULL
    size_t room;
    size_t count; // of characters so far, written or not
    _Bool show;   // on standard output
} Sink;

static void put(Sink *sink, char c) {
    if (sink->to && sink->count < sink->room)
        sink->to[sink->count] = c;
    if (sink->show)
        putchar((unsigned char)c);
    sink->count++;
}

static void pad(Sink *sink, char c, int n) {
    for (; n > 0; n--)
        put(sink, c);
}

// ---- a conversion: %[flags][width][.precision][length]conversion ----
typedef enum Length { LEN_INT, LEN_CHAR, LEN_SHORT, LEN_LONG, LEN_LONG_LONG, LEN_LONG_DOUBLE } Length;
typedef struct Spec {
    _Bool left, plus, blank, alternate, zero;
    int width;
    int precision; // -1: none
    Length length;
    char conversion;
} Spec;
typedef struct Arguments {
    va_list list;
} Arguments;

// A number or '*' at *f.
static int read_number(const char **f, Arguments *arguments) {
    if (**f == '*') {
        ++*f;
        return va_arg(arguments->list, int);
    }
    int n = 0;
    for (; '0' <= **f && **f <= '9'; ++*f) {
        if (n > 10000000)
            __hone_odd_format("a format with a width of more than 10^7");
        n = 10 * n + (**f - '0');
    }
    if (**f == '$')
        __hone_odd_format("a format with numbered arguments");
    return n;
}

static void read_flags(const char **f, Spec *s) {
    for (;; ++*f) {
        if (**f == '-')
            s->left = 1;
        else if (**f == '+')
            s->plus = 1;
        else if (**f == ' ')
            s->blank = 1;
        else if (**f == '#')
            s->alternate = 1;
        else if (**f == '0')
            s->zero = 1;
        else
            return;
    }
}

static Length read_length(const char **f) {
    Length length = LEN_INT;
    for (;; ++*f) {
        switch (**f) {
        case 'h':
            length = length == LEN_SHORT ? LEN_CHAR : LEN_SHORT;
            break;
        case 'l':
            length = length == LEN_LONG ? LEN_LONG_LONG : LEN_LONG;
            break;
        case 'j':
        case 'q':
            length = LEN_LONG_LONG;
            break;
        case 'z':
        case 't':
            length = LEN_LONG; // of the same size
            break;
        case 'L':
            length = LEN_LONG_DOUBLE;
            break;
        default:
            return length;
        }
    }
}

static Spec read_spec(const char **f, Arguments *arguments) {
    Spec s = { .precision = -1 };
    read_flags(f, &s);
    s.width = read_number(f, arguments);
    if (s.width < 0) {
        s.left = 1;
        s.width = -s.width;
    }
    if (**f == '.') {
        ++*f;
        s.precision = read_number(f, arguments);
        if (s.precision < 0)
            s.precision = -1;
    }
    s.length = read_length(f);
    s.conversion = **f;
    if (**f)
        ++*f;
    return s;
}

// ---- integers ----
static long long signed_argument(Length length, Arguments *arguments) {
    switch (length) {
    case LEN_CHAR:
        return (signed char)va_arg(arguments->list, int);
    case LEN_SHORT:
        return (short)va_arg(arguments->list, int);
    case LEN_INT:
        return va_arg(arguments->list, int);
    case LEN_LONG:
        return va_arg(arguments->list, long);
    case LEN_LONG_LONG:
    case LEN_LONG_DOUBLE:
        return va_arg(arguments->list, long long);
    }
    return 0;
}

static unsigned long long unsigned_argument(Length length, Arguments *arguments) {
    switch (length) {
    case LEN_CHAR:
        return (unsigned char)va_arg(arguments->list, int);
    case LEN_SHORT:
        return (unsigned short)va_arg(arguments->list, int);
    case LEN_INT:
        return va_arg(arguments->list, unsigned);
    case LEN_LONG:
        return va_arg(arguments->list, unsigned long);
    case LEN_LONG_LONG:
    case LEN_LONG_DOUBLE:
        return va_arg(arguments->list, unsigned long long);
    }
    return 0;
}

// Puts sign or prefix, zeros, the digits of n; all padded to the width.
static void put_number(Sink *sink, const Spec *s, const char *prefix, unsigned long long n, unsigned base) {
    const char *digits = s->conversion == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
    char text[24]; // the last digit first
    int length = 0;
    for (; n != 0; n /= base)
        text[length++] = digits[n % base];
    int zeros = (s->precision < 0 ? 1 : s->precision) - length;
    if (base == 8 && s->alternate && zeros <= 0)
        zeros = 1;
    if (zeros < 0)
        zeros = 0;
    int before = (int)text_length(prefix);
    int spaces = s->width - before - zeros - length;
    if (s->zero && !s->left && s->precision < 0 && spaces > 0) {
        zeros += spaces;
        spaces = 0;
    }
    if (!s->left)
        pad(sink, ' ', spaces);
    for (int i = 0; i < before; i++)
        put(sink, prefix[i]);
    pad(sink, '0', zeros);
    while (length > 0)
        put(sink, text[--length]);
    if (s->left)
        pad(sink, ' ', spaces);
}

static void put_signed(Sink *sink, const Spec *s, Arguments *arguments) {
    long long n = signed_argument(s->length, arguments);
    const char *sign = n < 0 ? "-" : s->plus ? "+" : s->blank ? " " : "";
    put_number(sink, s, sign, n < 0 ? -(unsigned long long)n : (unsigned long long)n, 10);
}

static void put_unsigned(Sink *sink, const Spec *s, Arguments *arguments) {
    unsigned long long n = unsigned_argument(s->length, arguments);
    unsigned base = s->conversion == 'u' ? 10 : s->conversion == 'o' ? 8 : 16;
    const char *prefix = "";
    if (s->alternate && n != 0 && base == 16)
        prefix = s->conversion == 'X' ? "0X" : "0x";
    put_number(sink, s, prefix, n, base);
}

// ---- texts ----
static void put_text(Sink *sink, const Spec *s, const char *text) {
    if (!text)
        text = s->precision < 0 || s->precision >= 6 ? "(null)" : "";
    int length = 0;
    while ((s->precision < 0 || length < s->precision) && text[length])
        length++;
    if (!s->left)
        pad(sink, ' ', s->width - length);
    for (int i = 0; i < length; i++)
        put(sink, text[i]);
    if (s->left)
        pad(sink, ' ', s->width - length);
}

static void put_pointer(Sink *sink, Spec *s, void *pointer) {
    if (pointer) {
        s->conversion = 'x';
        put_number(sink, s, "0x", (__UINTPTR_TYPE__)pointer, 16);
    } else {
        s->precision = -1;
        put_text(sink, s, "(nil)");
    }
}

static void put_character(Sink *sink, const Spec *s, char c) {
    if (!s->left)
        pad(sink, ' ', s->width - 1);
    put(sink, c);
    if (s->left)
        pad(sink, ' ', s->width - 1);
}

// How many characters a number needs at most: f writes all digits before the point, a those of a long double.
static unsigned most_characters(const Spec *s) {
    _Bool is_long = s->length == LEN_LONG_DOUBLE;
    unsigned precision = s->precision < 0 ? 6 : (unsigned)s->precision;
    switch (s->conversion) {
    case 'f':
    case 'F':
        return (is_long ? 4935 : 311) + precision;
    case 'a':
    case 'A':
        return 32 + precision;
    default:
        return 12 + precision;
    }
}

// Any characters; what they are is for the real library to say.
static void put_float(Sink *sink, const Spec *s, Arguments *arguments) {
    if (s->length == LEN_LONG_DOUBLE)
        (void)va_arg(arguments->list, long double);
    else
        (void)va_arg(arguments->list, double);
    unsigned least = s->width > 1 ? (unsigned)s->width : 1;
    unsigned most = most_characters(s);
    unsigned length = input_length("printf", least, most > least ? most - least : 0);
    for (unsigned i = 0; i < length; i++) {
        char c = __hone_input_char("printf");
        put(sink, c ? c : '0');
    }
}

static void store_count(const Sink *sink, Length length, Arguments *arguments) {
    void *to = va_arg(arguments->list, void *);
    switch (length) {
    case LEN_CHAR:
        *(signed char *)to = (signed char)sink->count;
        break;
    case LEN_SHORT:
        *(short *)to = (short)sink->count;
        break;
    case LEN_INT:
        *(int *)to = (int)sink->count;
        break;
    case LEN_LONG:
        *(long *)to = (long)sink->count;
        break;
    case LEN_LONG_LONG:
    case LEN_LONG_DOUBLE:
        *(long long *)to = (long long)sink->count;
        break;
    }
}

static void convert(Sink *sink, Spec *s, Arguments *arguments) {
    switch (s->conversion) {
    case 'd':
    case 'i':
        put_signed(sink, s, arguments);
        return;
    case 'u':
    case 'o':
    case 'x':
    case 'X':
        put_unsigned(sink, s, arguments);
        return;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        put_float(sink, s, arguments);
        return;
    case 'p':
        put_pointer(sink, s, va_arg(arguments->list, void *));
        return;
    case 'n':
        store_count(sink, s->length, arguments);
        return;
    case '%':
        put(sink, '%');
        return;
    case 'c':
    case 's':
        if (s->length == LEN_LONG)
            __hone_odd_format("a format for wide characters");
        if (s->conversion == 'c')
            put_character(sink, s, (char)va_arg(arguments->list, int));
        else
            put_text(sink, s, va_arg(arguments->list, const char *));
        return;
    default:
        __hone_odd_format("a format with an unknown conversion");
    }
}

// All of 'format' into the sink; the number of characters.
static int print(Sink *sink, const char *format, va_list list) {
    Arguments arguments;
    va_copy(arguments.list, list);
    while (*format) {
        if (*format != '%') {
            put(sink, *format++);
            continue;
        }
        format++;
        Spec spec = read_spec(&format, &arguments);
        convert(sink, &spec, &arguments);
    }
    va_end(arguments.list);
    return sink->count > INT_MAX ? -1 : (int)sink->count;
}

// ---- to memory ----
static int print_memory(char *to, size_t room, const char *format, va_list list) {
    Sink sink = { .to = to, .room = room > 0 ? room - 1 : 0 };
    int result = print(&sink, format, list);
    if (room > 0)
        to[sink.count < room - 1 ? sink.count : room - 1] = 0;
    return result;
}

int vsnprintf(char *to, size_t room, const char *format, va_list list) {
    return print_memory(to, room, format, list);
}

int vsprintf(char *to, const char *format, va_list list) {
    return print_memory(to, SIZE_MAX, format, list);
}

static int print_new(char **to, const char *format, va_list list) {
    int length = print_memory(NULL, 0, format, list);
    if (length < 0)
        return -1;
    *to = __hone_allocate("asprintf", (size_t)length + 1);
    if (!*to)
        return -1;
    return print_memory(*to, (size_t)length + 1, format, list);
}

int vasprintf(char **to, const char *format, va_list list) {
    return print_new(to, format, list);
}

// Defines a variadic function that ends in 'last'; 'call' uses 'list'.
#define VARIADIC(name, last, call, ...) \
    int name(__VA_ARGS__, ...) {        \
        va_list list;                   \
        va_start(list, last);           \
        int result = call;              \
        va_end(list);                   \
        return result;                  \
    }

VARIADIC(snprintf, format, print_memory(to, room, format, list), char *to, size_t room, const char *format)
VARIADIC(sprintf, format, print_memory(to, SIZE_MAX, format, list), char *to, const char *format)
VARIADIC(asprintf, format, print_new(to, format, list), char **to, const char *format)

// ---- to streams: shown where they are standard output ----
static int print_stream(File *file, const char *format, va_list list) {
    if (file)
        file->placed = 0;
    Sink sink = { .show = file == &__hone_stdout };
    int result = print(&sink, format, list);
    if (__hone_input_bool("write error")) {
        __hone_fail("error number");
        return -1;
    }
    return result;
}

int vfprintf(File *file, const char *format, va_list list) {
    return print_stream(file, format, list);
}

int vprintf(const char *format, va_list list) {
    return print_stream(&__hone_stdout, format, list);
}

int vdprintf(int descriptor, const char *format, va_list list) {
    return print_stream(descriptor == 1 ? &__hone_stdout : NULL, format, list);
}

// For printf with a format that is no literal: others are a command of the front end.
VARIADIC(__hone_printf, format, print_stream(&__hone_stdout, format, list), const char *format)
VARIADIC(fprintf, format, print_stream(file, format, list), File *file, const char *format)
VARIADIC(dprintf, format, print_stream(descriptor == 1 ? &__hone_stdout : NULL, format, list), int descriptor,
         const char *format)

void vsyslog(int priority, const char *format, va_list list) {
    (void)priority;
    print_stream(NULL, format, list);
}

void syslog(int priority, const char *format, ...) {
    (void)priority;
    va_list list;
    va_start(list, format);
    print_stream(NULL, format, list);
    va_end(list);
}

// ---- where memory is checked: what the front end prints itself is read before ----
void __hone_printed_line(const char *text) {
    (void)text_length(text);
}

static _Bool is_text(const char *text) {
    if (!text)
        __hone_wrong("a null pointer is printed as a text");
    return text != NULL;
}

void __hone_printed_text(const char *text) {
    if (is_text(text))
        (void)text_length(text);
}

void __hone_printed_part(const char *text, int precision) {
    if (is_text(text))
        for (int i = 0; (precision < 0 || i < precision) && text[i]; i++)
            ;
}

void __hone_printed_other(void) {
    if (__hone_input_bool("a string that is printed"))
        __hone_unmodelled("output of a string");
}

// ---- the variants that headers use under _FORTIFY_SOURCE ----
static int print_checked(char *to, size_t n, size_t room, const char *format, va_list list) {
    if (n > room)
        __hone_abort("buffer overflow detected");
    return print_memory(to, n, format, list);
}

static int print_known(char *to, size_t room, const char *format, va_list list) {
    int result = print_memory(to, room, format, list);
    if (result >= 0 && (size_t)result >= room)
        __hone_abort("buffer overflow detected");
    return result;
}

int __vsnprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, va_list list) {
    (void)flag;
    return print_checked(to, n, room, format, list);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list list) {
    (void)flag;
    return print_known(to, room, format, list);
}

int __vfprintf_chk(File *file, int flag, const char *format, va_list list) {
    (void)flag;
    return print_stream(file, format, list);
}

int __vprintf_chk(int flag, const char *format, va_list list) {
    (void)flag;
    return print_stream(&__hone_stdout, format, list);
}

VARIADIC(__snprintf_chk, format, ((void)flag, print_checked(to, n, room, format, list)), char *to, size_t n, int flag,
         size_t room, const char *format)
VARIADIC(__sprintf_chk, format, ((void)flag, print_known(to, room, format, list)), char *to, int flag, size_t room,
         const char *format)
VARIADIC(__fprintf_chk, format, ((void)flag, print_stream(file, format, list)), File *file, int flag,
         const char *format)
VARIADIC(__printf_chk, format, ((void)flag, print_stream(&__hone_stdout, format, list)), int flag, const char *format)

// scanf.c - formatted input: what is read is an input
//
// Any prefix of the conversions may succeed; each stores a value that is an
// input of its type.  The text that sscanf scans is not looked at.
#include "libc.h"

typedef enum Length { LEN_INT, LEN_CHAR, LEN_SHORT, LEN_LONG, LEN_LONG_LONG, LEN_LONG_DOUBLE } Length;
typedef struct Format { // of char or wchar_t
    const char *narrow;
    const wchar_t *wide;
    size_t at;
} Format;
typedef struct Arguments {
    va_list list;
} Arguments;

static int here(const Format *f) {
    return f->wide ? (int)f->wide[f->at] : f->narrow[f->at];
}

static Length read_length(Format *f) {
    Length length = LEN_INT;
    for (;; f->at++) {
        switch (here(f)) {
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

// Behind the set of characters of a conversion %[
static void skip_set(Format *f) {
    if (here(f) == '^')
        f->at++;
    if (here(f) == ']')
        f->at++;
    while (here(f) && here(f) != ']')
        f->at++;
    if (here(f))
        f->at++;
}

static void store_integer(void *to, Length length) {
    switch (length) {
    case LEN_CHAR:
        *(char *)to = __hone_input_char("scanf");
        break;
    case LEN_SHORT:
        *(short *)to = (short)__hone_input_int("scanf");
        break;
    case LEN_INT:
        *(int *)to = __hone_input_int("scanf");
        break;
    case LEN_LONG:
        *(long *)to = __hone_input_long("scanf");
        break;
    case LEN_LONG_LONG:
    case LEN_LONG_DOUBLE:
        *(long long *)to = __hone_input_longlong("scanf");
        break;
    }
}

static void store_float(void *to, Length length) {
    if (length == LEN_LONG_DOUBLE)
        __hone_odd_scan_format("scanf of a long double");
    if (length == LEN_LONG)
        *(double *)to = __hone_input_double("scanf");
    else
        *(float *)to = __hone_input_float("scanf");
}

// At least one character; at most 'width' where that is not 0.
static void store_text(char *to, int width) {
    int n = 0;
    do {
        char c = __hone_input_char("scanf");
        to[n++] = c ? c : '?';
    } while (n != width && __hone_input_bool("scanf"));
    to[n] = 0;
}

static void store_wide(wchar_t *to, int width) {
    int n = 0;
    do {
        wchar_t c = (wchar_t)__hone_input_int("scanf");
        to[n++] = c ? c : '?';
    } while (n != width && __hone_input_bool("scanf"));
    to[n] = 0;
}

// Stores what the conversion reads; false for one that does not count.
static _Bool convert(int conversion, Length length, int width, void *to) {
    switch (conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        store_integer(to, length);
        return 1;
    case 'n':
        store_integer(to, length);
        return 0;
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'A':
    case 'E':
    case 'F':
    case 'G':
        store_float(to, length);
        return 1;
    case 'c':
        if (width <= 1 && length != LEN_LONG)
            *(char *)to = __hone_input_char("character of scanf");
        else
            fill(to, (width ? (size_t)width : 1) * (length == LEN_LONG ? sizeof(wchar_t) : 1));
        return 1;
    case 's':
    case '[':
        if (length == LEN_LONG)
            store_wide(to, width);
        else
            store_text(to, width);
        return 1;
    case 'p':
        __hone_odd_scan_format("a scanf format that reads a pointer");
    default:
        __hone_odd_scan_format("a scanf format with an unknown conversion");
    }
}

static int read_width(Format *f) {
    int width = 0;
    for (; '0' <= here(f) && here(f) <= '9'; f->at++) {
        if (width > 10000000)
            __hone_odd_scan_format("a format with a width of more than 10^7");
        width = 10 * width + (here(f) - '0');
    }
    if (here(f) == '$')
        __hone_odd_scan_format("a format with numbered arguments");
    return width;
}

static int scan(Format f, va_list list) {
    Arguments arguments;
    va_copy(arguments.list, list);
    int done = 0;
    while (here(&f)) {
        if (here(&f) != '%') {
            f.at++;
            continue;
        }
        f.at++;
        if (here(&f) == '%') {
            f.at++;
            continue;
        }
        _Bool stored = here(&f) != '*';
        if (!stored)
            f.at++;
        int width = read_width(&f);
        Length length = read_length(&f);
        int conversion = here(&f);
        if (conversion)
            f.at++;
        if (conversion == '[')
            skip_set(&f);
        if (!__hone_input_bool("scanf"))
            break; // the text ends or does not fit
        if (stored && convert(conversion, length, width, va_arg(arguments.list, void *)))
            done++;
    }
    va_end(arguments.list);
    return done == 0 && __hone_input_bool("end of scanf") ? EOF : done;
}

static int scan_narrow(const char *format, va_list list) {
    return scan((Format){ .narrow = format }, list);
}

static int scan_wide(const wchar_t *format, va_list list) {
    return scan((Format){ .wide = format }, list);
}

// From a stream: where not all was read, it may be at its end or broken.
static int scan_stream(const char *format, va_list list, File *file) {
    int result = scan((Format){ .narrow = format }, list);
    file->pushed = EOF;
    if (__hone_input_bool("end of scanf"))
        file->end = 1;
    if (__hone_input_bool("end of scanf"))
        file->error = 1;
    return result;
}

static int scan_wide_stream(const wchar_t *format, va_list list, File *file) {
    int result = scan((Format){ .wide = format }, list);
    file->pushed = EOF;
    if (__hone_input_bool("end of scanf"))
        file->end = 1;
    if (__hone_input_bool("end of scanf"))
        file->error = 1;
    return result;
}

// Each function has the names that <stdio.h> gives it in C89, C99 and C23.
#define NAMES(X, name, ...)                       \
    X(name __VA_OPT__(, ) __VA_ARGS__)            \
    X(__isoc99_##name __VA_OPT__(, ) __VA_ARGS__) \
    X(__isoc23_##name __VA_OPT__(, ) __VA_ARGS__)

#define READ_TEXT(function, type, source, scanner)              \
    int function(const source *text, const type *format, ...) { \
        (void)text;                                             \
        va_list list;                                           \
        va_start(list, format);                                 \
        int result = scanner(format, list);                     \
        va_end(list);                                           \
        return result;                                          \
    }
NAMES(READ_TEXT, sscanf, char, char, scan_narrow)
NAMES(READ_TEXT, swscanf, wchar_t, wchar_t, scan_wide)

#define READ_STREAM(function, type, scanner)            \
    int function(File *file, const type *format, ...) { \
        va_list list;                                   \
        va_start(list, format);                         \
        int result = scanner(format, list, file);       \
        va_end(list);                                   \
        return result;                                  \
    }
NAMES(READ_STREAM, fscanf, char, scan_stream)
NAMES(READ_STREAM, fwscanf, wchar_t, scan_wide_stream)

#define READ_STANDARD(function, type, scanner)             \
    int function(const type *format, ...) {                \
        va_list list;                                      \
        va_start(list, format);                            \
        int result = scanner(format, list, &__hone_stdin); \
        va_end(list);                                      \
        return result;                                     \
    }
NAMES(READ_STANDARD, scanf, char, scan_stream)
NAMES(READ_STANDARD, wscanf, wchar_t, scan_wide_stream)

#define READ_LIST_TEXT(function)                                       \
    int function(const char *text, const char *format, va_list list) { \
        (void)text;                                                    \
        return scan_narrow(format, list);                              \
    }
NAMES(READ_LIST_TEXT, vsscanf)

#define READ_LIST_STREAM(function)                               \
    int function(File *file, const char *format, va_list list) { \
        return scan_stream(format, list, file);                  \
    }
NAMES(READ_LIST_STREAM, vfscanf)

#define READ_LIST_STANDARD(function)                     \
    int function(const char *format, va_list list) {     \
        return scan_stream(format, list, &__hone_stdin); \
    }
NAMES(READ_LIST_STANDARD, vscanf)

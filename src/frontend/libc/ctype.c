// ctype.c - <ctype.h> and the classes of <wctype.h>, in the C locale
//
// A class test gives the bit that glibc's table has for the class.  The tables
// reach from -128 to 255, as glibc's, so that a negative char is in none.
#include "libc.h"

enum {
    UPPER = 256,
    LOWER = 512,
    ALPHA = 1024,
    DIGIT = 2048,
    XDIGIT = 4096,
    SPACE = 8192,
    PRINT = 16384,
    GRAPH = 32768,
    BLANK = 1,
    CNTRL = 2,
    PUNCT = 4,
    ALNUM = 8,
    FIRST = 128, // index of character 0
};

#define AT(c) [FIRST + (c)]
#define RANGE(c, d) [FIRST + (c)... FIRST + (d)]
static const unsigned short classes[384] = {
    RANGE(0, 8) = CNTRL,
    AT('\t') = CNTRL | SPACE | BLANK,
    RANGE('\n', '\r') = CNTRL | SPACE,
    RANGE(14, 31) = CNTRL,
    AT(' ') = SPACE | PRINT | BLANK,
    RANGE('!', '/') = PRINT | GRAPH | PUNCT,
    RANGE('0', '9') = PRINT | GRAPH | ALNUM | DIGIT | XDIGIT,
    RANGE(':', '@') = PRINT | GRAPH | PUNCT,
    RANGE('A', 'F') = PRINT | GRAPH | ALNUM | ALPHA | UPPER | XDIGIT,
    RANGE('G', 'Z') = PRINT | GRAPH | ALNUM | ALPHA | UPPER,
    RANGE('[', '`') = PRINT | GRAPH | PUNCT,
    RANGE('a', 'f') = PRINT | GRAPH | ALNUM | ALPHA | LOWER | XDIGIT,
    RANGE('g', 'z') = PRINT | GRAPH | ALNUM | ALPHA | LOWER,
    RANGE('{', '~') = PRINT | GRAPH | PUNCT,
    AT(127) = CNTRL,
};

static int digit(int c) {
    return '0' <= c && c <= '9';
}

static int upper_case(int c) {
    return 'A' <= c && c <= 'Z';
}

static int lower_case(int c) {
    return 'a' <= c && c <= 'z';
}

static int letter(int c) {
    return upper_case(c) || lower_case(c);
}

static int hex_digit(int c) {
    return digit(c) || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F');
}

static int visible(int c) {
    return '!' <= c && c <= '~';
}

// The functions read a table: outside of it their behaviour is undefined.
static void in_table(int c) {
    if (c < -128 || c > 255)
        __hone_trap("argument of a <ctype.h> function out of range");
}

#define CLASS(name, bit, condition)     \
    int name(int c) {                   \
        in_table(c);                    \
        return (condition) ? (bit) : 0; \
    }

CLASS(isalnum, ALNUM, letter(c) || digit(c))
CLASS(isalpha, ALPHA, letter(c))
CLASS(isblank, BLANK, c == ' ' || c == '\t')
CLASS(iscntrl, CNTRL, (0 <= c && c < ' ') || c == 127)
CLASS(isdigit, DIGIT, digit(c))
CLASS(isgraph, GRAPH, visible(c))
CLASS(islower, LOWER, lower_case(c))
CLASS(isprint, PRINT, c == ' ' || visible(c))
CLASS(ispunct, PUNCT, visible(c) && !letter(c) && !digit(c))
CLASS(isspace, SPACE, is_space(c))
CLASS(isupper, UPPER, upper_case(c))
CLASS(isxdigit, XDIGIT, hex_digit(c))

int isascii(int c) {
    return 0 <= c && c < 128;
}

int toascii(int c) {
    return c & 127;
}

// A negative char other than EOF counts as the character it was made from.
static int to_lower(int c) {
    if (-128 <= c && c < EOF)
        return c + 256;
    return lower(c);
}

static int to_upper(int c) {
    if (-128 <= c && c < EOF)
        return c + 256;
    return lower_case(c) ? c - ('a' - 'A') : c;
}

int tolower(int c) {
    return to_lower(c);
}

int toupper(int c) {
    return to_upper(c);
}

int _tolower(int c) {
    return to_lower(c);
}

int _toupper(int c) {
    return to_upper(c);
}

// ---- what glibc's macros read ----
static const unsigned short *const class_table = classes + FIRST;

const unsigned short **__ctype_b_loc(void) {
    return (const unsigned short **)&class_table;
}

static int case_table[2][384];

// The tables of tolower (0) and toupper (1), filled at the first use.
static int *case_of(int which) {
    int *table = case_table[which];
    if (table[FIRST + '0'] == 0)
        for (int c = -128; c < 256; c++)
            table[FIRST + c] = which ? to_upper(c) : to_lower(c);
    return table + FIRST;
}

const int **__ctype_tolower_loc(void) {
    static const int *table;
    table = case_of(0);
    return &table;
}

const int **__ctype_toupper_loc(void) {
    static const int *table;
    table = case_of(1);
    return &table;
}

size_t __ctype_get_mb_cur_max(void) {
    return 1;
}

// ---- wide characters: beyond ASCII the C locale has no classes ----
#define WIDE_CLASS(name, condition)          \
    int name(wint_t wide) {                  \
        int c = wide < 128 ? (int)wide : -1; \
        return (condition) ? 1 : 0;          \
    }

WIDE_CLASS(iswalnum, letter(c) || digit(c))
WIDE_CLASS(iswalpha, letter(c))
WIDE_CLASS(iswblank, c == ' ' || c == '\t')
WIDE_CLASS(iswcntrl, (0 <= c && c < ' ') || c == 127)
WIDE_CLASS(iswdigit, digit(c))
WIDE_CLASS(iswgraph, visible(c))
WIDE_CLASS(iswlower, lower_case(c))
WIDE_CLASS(iswprint, c == ' ' || visible(c))
WIDE_CLASS(iswpunct, visible(c) && !letter(c) && !digit(c))
WIDE_CLASS(iswspace, is_space(c))
WIDE_CLASS(iswupper, upper_case(c))
WIDE_CLASS(iswxdigit, hex_digit(c))

wint_t towlower(wint_t c) {
    return c < 128 ? (wint_t)lower((int)c) : c;
}

wint_t towupper(wint_t c) {
    return 'a' <= c && c <= 'z' ? c - ('a' - 'A') : c;
}

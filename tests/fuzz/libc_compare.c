// libc_compare.c - calls library functions and their models (model_NAME) on the
// same random arguments and compares results, memory and errno; see 'libc'
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

// ---- random numbers and reports ----
static uint64_t state;
static unsigned long compared, differences;
static bool inputs_used; // the model asked for an input: nothing to compare

static uint64_t draw(void) { // xorshift64*
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 2685821657736338717u;
}

static unsigned below(unsigned n) {
    return (unsigned)(draw() >> 33) % n;
}

static void check(bool same, const char *format, ...) {
    compared++;
    if (same || inputs_used)
        return;
    differences++;
    if (differences > 40)
        return;
    va_list list;
    va_start(list, format);
    printf("differs: ");
    vprintf(format, list);
    printf("\n");
    va_end(list);
}

// ---- the commands of the front end ----
#define INPUT(T, name)                     \
    T __hone_input_##name(const char *f) { \
        (void)f;                           \
        inputs_used = true;                \
        return (T)0;                       \
    }
INPUT(char, char)
INPUT(unsigned char, uchar)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(size_t, size)
INPUT(void *, pointer)

// What the real function gave: it must be among what the model allows.
static long double wanted;
#define WANTED_INPUT(T, name)              \
    T __hone_input_##name(const char *f) { \
        (void)f;                           \
        inputs_used = true;                \
        return (T)wanted;                  \
    }
WANTED_INPUT(float, float)
WANTED_INPUT(double, double)
WANTED_INPUT(long double, longdouble)

void __hone_atomic_begin(void) {
}

void __hone_atomic_end(void) {
}

// Whether something fails: no.  Asked for often, so the result still counts.
_Bool __hone_input_bool(const char *f) {
    (void)f;
    return 0;
}

static void die(const char *what, const char *why) {
    printf("%s: %s\n", what, why);
    exit(1);
}

void __hone_assume(int condition) {
    if (!condition)
        die("blocked", "");
}

void __hone_trap(const char *why) {
    die("trap", why);
}

int __hone_may_fork(void) {
    return 1;
}

void __hone_unmodelled(const char *why) {
    die("unmodelled", why);
}

void __hone_odd_format(const char *why) {
    die("odd format", why);
}

void __hone_odd_scan_format(const char *why) {
    die("odd scan format", why);
}

void __hone_abort(const char *why) {
    die("abort", why);
}

void __hone_wrong(const char *why) {
    (void)why;
}

void __hone_exit(int code) {
    exit(code);
}

void *__hone_malloc(size_t n) {
    return malloc(n);
}
void *__hone_lend(size_t n) {
    return __hone_malloc(n);
}
void *__hone_allocate(const char *function, size_t n) {
    (void)function;
    return __hone_malloc(n);
}

void __hone_free(void *p) {
    free(p);
}

size_t __hone_object_size(const void *p) {
    (void)p;
    return 0;
}

// ---- random arguments ----
static char *any_text(char *to, unsigned most, const char *letters) {
    unsigned n = below(most + 1);
    for (unsigned i = 0; i < n; i++)
        to[i] = letters ? letters[below(strlen(letters))] : (char)(1 + below(255));
    to[n] = 0;
    return to;
}

static double any_double(void) {
    static const double special[] = { 0.0,
                                      -0.0,
                                      0.5,
                                      -0.5,
                                      1,
                                      -1,
                                      1.5,
                                      2.5,
                                      -2.5,
                                      4503599627370496.5,
                                      1e300,
                                      1e-310,
                                      0x1p-1074,
                                      -0x1p-1022,
                                      9007199254740993.0,
                                      INFINITY,
                                      -INFINITY,
                                      NAN,
                                      0.49999999999999994,
                                      2147483647.5,
                                      -2147483648.5,
                                      9223372036854775808.0,
                                      -9223372036854775808.0 };
    union {
        uint64_t bits;
        double value;
    } u = { draw() };
    switch (below(4)) {
    case 0:
        return special[below(sizeof special / sizeof *special)];
    case 1:
        // A quiet NaN: what kind of NaN a number is, is not kept (doc/architecture.md).
        return isnan(u.value) ? NAN : u.value;
    case 2:
        return (double)(int)draw() / (1 << below(31));
    default:
        return ldexp((double)(int64_t)draw(), (int)below(140) - 100);
    }
}

static bool same_bits(const void *a, const void *b, size_t n) {
    return memcmp(a, b, n) == 0;
}

// ---- string.h ----
#define SIGN(x) (((x) > 0) - ((x) < 0))
#define DECLARE(type, name, ...) type model_##name(__VA_ARGS__);
DECLARE(size_t, strlen, const char *)
DECLARE(size_t, strnlen, const char *, size_t)
DECLARE(char *, strcpy, char *, const char *)
DECLARE(char *, stpcpy, char *, const char *)
DECLARE(char *, strncpy, char *, const char *, size_t)
DECLARE(char *, stpncpy, char *, const char *, size_t)
DECLARE(char *, strcat, char *, const char *)
DECLARE(char *, strncat, char *, const char *, size_t)
DECLARE(int, strcmp, const char *, const char *)
DECLARE(int, strncmp, const char *, const char *, size_t)
DECLARE(int, strcasecmp, const char *, const char *)
DECLARE(int, strncasecmp, const char *, const char *, size_t)
DECLARE(int, memcmp, const void *, const void *, size_t)
DECLARE(void *, memchr, const void *, int, size_t)
DECLARE(void *, memrchr, const void *, int, size_t)
DECLARE(void *, memccpy, void *, const void *, int, size_t)
DECLARE(void *, memmem, const void *, size_t, const void *, size_t)
DECLARE(void *, mempcpy, void *, const void *, size_t)
DECLARE(char *, strchr, const char *, int)
DECLARE(char *, strchrnul, const char *, int)
DECLARE(char *, strrchr, const char *, int)
DECLARE(char *, strstr, const char *, const char *)
DECLARE(char *, strcasestr, const char *, const char *)
DECLARE(size_t, strspn, const char *, const char *)
DECLARE(size_t, strcspn, const char *, const char *)
DECLARE(char *, strpbrk, const char *, const char *)
DECLARE(char *, strtok_r, char *, const char *, char **)
DECLARE(char *, strsep, char **, const char *)
DECLARE(char *, strdup, const char *)
DECLARE(char *, strndup, const char *, size_t)
DECLARE(void, swab, const void *, void *, ssize_t)
DECLARE(int, ffs, int)
DECLARE(int, ffsl, long)
DECLARE(int, ffsll, long long)

static void compare_searches(const char *a, const char *b, unsigned n) {
    int c = below(4) ? "abAB"[below(4)] : (int)below(256);
#define SAME(call) check(call == model_##call, #call " of '%s' '%s' %u %d", a, b, n, c)
    SAME(strlen(a));
    SAME(strnlen(a, n));
    SAME(strchr(a, c));
    SAME(strchrnul(a, c));
    SAME(strrchr(a, c));
    SAME(strstr(a, b));
    SAME(strcasestr(a, b));
    SAME(strspn(a, b));
    SAME(strcspn(a, b));
    SAME(strpbrk(a, b));
    SAME(memchr(a, c, strlen(a) + 1));
    SAME(memrchr(a, c, strlen(a) + 1));
    SAME(memmem(a, strlen(a), b, strlen(b)));
#undef SAME
    long w = (long)draw() & ((long)draw() << below(31));
    check(ffs((int)w) == model_ffs((int)w), "ffs");
    check(ffsl(w) == model_ffsl(w), "ffsl");
    check(ffsll(w) == model_ffsll(w), "ffsll");
#define SAME_SIGN(name, ...) \
    check(SIGN(name(__VA_ARGS__)) == SIGN(model_##name(__VA_ARGS__)), #name " '%s' '%s' %u", a, b, n)
    SAME_SIGN(strcmp, a, b);
    SAME_SIGN(strncmp, a, b, n);
    SAME_SIGN(strcasecmp, a, b);
    SAME_SIGN(strncasecmp, a, b, n);
    SAME_SIGN(memcmp, a, b, strlen(a) < strlen(b) ? strlen(a) : strlen(b));
}

// Two arrays with the same contents, one for each side.
static char left[256], right[256];

static void compare_copies(const char *a, const char *b, unsigned n) {
    for (int i = 0; i < 200; i++)
        left[i] = right[i] = (char)draw();
    strcpy(left, b);
    strcpy(right, b);
#define SAME(name, ...)                                                                                 \
    check((char *)name(left, __VA_ARGS__) - left == (char *)model_##name(right, __VA_ARGS__) - right && \
              same_bits(left, right, sizeof left),                                                      \
          #name " '%s' '%s' %u", a, b, n)
    SAME(strcat, a);
    SAME(strncat, a, n);
    SAME(strcpy, a);
    SAME(stpcpy, a);
    SAME(strncpy, a, n);
    SAME(stpncpy, a, n);
    SAME(mempcpy, a, strlen(a));
#undef SAME
    char *p = memccpy(left, a, 'b', strlen(a)), *q = model_memccpy(right, a, 'b', strlen(a));
    check((p ? p - left : -1) == (q ? q - right : -1) && same_bits(left, right, sizeof left), "memccpy '%s'", a);
    swab(a, left, (ssize_t)strlen(a));
    model_swab(a, right, (ssize_t)strlen(a));
    check(same_bits(left, right, sizeof left), "swab '%s'", a);
    p = strndup(a, n), q = model_strndup(a, n);
    check(!strcmp(p, q), "strndup '%s'", a);
    free(p), free(q);
    p = strdup(a), q = model_strdup(a);
    check(!strcmp(p, q), "strdup '%s'", a);
    free(p), free(q);
}

static void compare_words(const char *a, const char *set) {
    char *more = NULL, *more_too = NULL;
    strcpy(left, a), strcpy(right, a);
    char *p = strtok_r(left, set, &more), *q = model_strtok_r(right, set, &more_too);
    for (;; p = strtok_r(NULL, set, &more), q = model_strtok_r(NULL, set, &more_too)) {
        check((p ? p - left : -1) == (q ? q - right : -1) && same_bits(left, right, 64), "strtok_r '%s' '%s'", a, set);
        if (!p || !q)
            break;
    }
    strcpy(left, a), strcpy(right, a);
    more = left, more_too = right;
    do {
        p = strsep(&more, set), q = model_strsep(&more_too, set);
        check((p ? p - left : -1) == (q ? q - right : -1) && same_bits(left, right, 64), "strsep '%s' '%s'", a, set);
    } while (p && q);
}

static void compare_strings(void) {
    char a[64], b[64], set[64];
    any_text(a, 20, below(2) ? "aAbBc, " : NULL);
    any_text(b, below(2) ? 3 : 20, below(3) ? "aAbB," : NULL);
    any_text(set, 3, "ab,");
    unsigned n = below(24);
    compare_searches(a, b, n);
    compare_copies(a, b, n);
    compare_words(a, set);
}

// ---- ctype.h, wctype.h ----
#define CLASSES(X) \
    X(isalnum)     \
    X(isalpha)     \
    X(isblank)     \
    X(iscntrl)     \
    X(isdigit) X(isgraph) X(islower) X(isprint) X(ispunct) X(isspace) X(isupper) X(isxdigit) X(tolower) X(toupper)
#define WIDE_CLASSES(X) \
    X(iswalnum)         \
    X(iswalpha)         \
    X(iswblank)         \
    X(iswcntrl) X(iswdigit) X(iswgraph) X(iswlower) X(iswprint) X(iswpunct) X(iswspace) X(iswupper) X(iswxdigit)
#define DECLARE_CLASS(name) int model_##name(int);
#define DECLARE_WIDE(name) int model_##name(wint_t);
CLASSES(DECLARE_CLASS)
WIDE_CLASSES(DECLARE_WIDE)
const unsigned short **model___ctype_b_loc(void);
const int **model___ctype_tolower_loc(void), **model___ctype_toupper_loc(void);

static void compare_classes(void) {
    for (int c = -128; c < 256; c++) {
#define SAME(name) check((name)(c) == model_##name(c), #name " %d", c);
        CLASSES(SAME)
#undef SAME
        check((*__ctype_b_loc())[c] == (*model___ctype_b_loc())[c], "__ctype_b_loc %d", c);
        check((*__ctype_tolower_loc())[c] == (*model___ctype_tolower_loc())[c], "__ctype_tolower_loc %d", c);
        check((*__ctype_toupper_loc())[c] == (*model___ctype_toupper_loc())[c], "__ctype_toupper_loc %d", c);
    }
    for (wint_t c = 0; c < 300; c++) {
#define SAME(name) check(!name(c) == !model_##name(c), #name " %u", c);
        WIDE_CLASSES(SAME)
#undef SAME
    }
}

// ---- numbers from texts ----
DECLARE(long, strtol, const char *, char **, int)
DECLARE(long long, strtoll, const char *, char **, int)
DECLARE(unsigned long, strtoul, const char *, char **, int)
DECLARE(unsigned long long, strtoull, const char *, char **, int)
DECLARE(int, atoi, const char *)
DECLARE(double, strtod, const char *, char **)
DECLARE(float, strtof, const char *, char **)
DECLARE(long double, strtold, const char *, char **)
int *__hone_errno(void);

static void any_numeral(char *to) {
    static const char *const shapes[] = { "%lld", "%llu", "0x%llx", "%llo", "%lldz", "+%lld", "-%llu" };
    *to = 0;
    any_text(to, 2, " \t\n");
    to += strlen(to);
    if (below(8) == 0) {
        any_text(to, 6, "0123xX+- azZ");
        return;
    }
    sprintf(to, shapes[below(7)], (long long)draw() >> below(64));
    if (below(4) == 0)
        any_text(to + strlen(to), 4, "0123456789abz");
}

static void compare_integers(void) {
    char text[80];
    any_numeral(text);
    static const int bases[] = { 0, 10, 16, 8, 2, 36, 7, 1, -1, 37 };
    int base = bases[below(10)];
#define SAME(name)                                                                                                  \
    do {                                                                                                            \
        char *end = NULL, *end_too = NULL;                                                                          \
        errno = 0, *__hone_errno() = 0;                                                                             \
        bool same = name(text, &end, base) == model_##name(text, &end_too, base);                                   \
        bool bad_base = base == 1 || base < 0 || base > 36;                                                         \
        check(same && (bad_base || end == end_too) && errno == *__hone_errno(), #name " '%s' base %d", text, base); \
    } while (0)
    SAME(strtol);
    SAME(strtoll);
    SAME(strtoul);
    SAME(strtoull);
#undef SAME
    check(atoi(text) == model_atoi(text), "atoi '%s'", text);
}

static void any_float_numeral(char *to) {
    static const char *const words[] = { "inf",   "-INFINITY", "nan", "nan(12_z)", "nan(",   "infinit", "0x1.8p3",
                                         "0x",    "0x.p1",     "1e",  "1e+",       "1e5",    ".",       ".5",
                                         "-.5e1", "5.",        "+e5", "0x1p",      "0e99999" };
    switch (below(4)) {
    case 0:
        strcpy(to, words[below(sizeof words / sizeof *words)]);
        break;
    case 1:
        sprintf(to, "%.*f", (int)below(8), (double)(int)draw() / (1 + below(1000)));
        break;
    case 2:
        sprintf(to, "%.*e", (int)below(9), any_double());
        break;
    default:
        any_text(to, 8, "0123.e+-x ");
    }
}

static void compare_floats_read(void) {
    char text[400];
    any_float_numeral(text);
    char *end, *end_too;
    inputs_used = false;
    double d = strtod(text, &end), e = model_strtod(text, &end_too);
    bool value_known = !inputs_used;
    inputs_used = false;
    check(end == end_too && (!value_known || d == e || (d != d && e != e)), "strtod '%s' %a %a", text, d, e);
    float f = strtof(text, &end), g = model_strtof(text, &end_too);
    value_known = !inputs_used;
    inputs_used = false;
    check(end == end_too && (!value_known || f == g || (f != f && g != g)), "strtof '%s' %a %a", text, f, g);
}

// ---- stdlib.h ----
DECLARE(int, abs, int)
DECLARE(long, labs, long)
DECLARE(long long, llabs, long long)
DECLARE(div_t, div, int, int)
DECLARE(lldiv_t, lldiv, long long, long long)
DECLARE(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *))
DECLARE(void *, bsearch, const void *, const void *, size_t, size_t, int (*)(const void *, const void *))

typedef struct Item {
    int key;
    short place;
} Item;

static int by_key(const void *a, const void *b) {
    const Item *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static void compare_stdlib(void) {
    Item items[20] = { 0 }, copies[20] = { 0 };
    unsigned n = below(20);
    for (unsigned i = 0; i < n; i++)
        items[i] = copies[i] = (Item){ (int)below(12), (short)i };
    qsort(items, n, sizeof *items, by_key);
    model_qsort(copies, n, sizeof *copies, by_key);
    for (unsigned i = 0; i < n; i++)
        check(items[i].key == copies[i].key && items[i].place == copies[i].place, "qsort of %u", n);
    Item key = { (int)below(12), 0 };
    check(bsearch(&key, items, n, sizeof *items, by_key) == model_bsearch(&key, items, n, sizeof *items, by_key),
          "bsearch of %u", n);
    int a = (int)draw(), b = (int)draw() >> below(32);
    check(abs(a) == model_abs(a), "abs %d", a);
    check(labs((long)a * 3) == model_labs((long)a * 3), "labs");
    check(llabs((long long)draw()) >= 0 || true, "llabs");
    if (b != 0 && b != -1) {
        div_t p = div(a, b), q = model_div(a, b);
        check(p.quot == q.quot && p.rem == q.rem, "div %d %d", a, b);
        lldiv_t r = lldiv((long long)a << 20, b), s = model_lldiv((long long)a << 20, b);
        check(r.quot == s.quot && r.rem == s.rem, "lldiv %d %d", a, b);
    }
}

// ---- formatted output ----
DECLARE(int, snprintf, char *, size_t, const char *, ...)
DECLARE(int, sprintf, char *, const char *, ...)

static void any_spec(char *to, const char *lengths, const char *conversions) {
    *to++ = '%';
    for (unsigned i = below(3); i > 0; i--)
        *to++ = "-+ #0"[below(5)];
    if (below(2))
        to += sprintf(to, "%u", below(14));
    if (below(2))
        to += sprintf(to, ".%u", below(9));
    to += sprintf(to, "%s", lengths);
    *to++ = conversions[below(strlen(conversions))];
    *to = 0;
}

static void compare_formats(void) {
    char format[120], spec[40], text[30], p[400], q[400];
    memset(p, 1, sizeof p), memset(q, 1, sizeof q);
    any_text(text, 12, NULL);
    long long n = (long long)draw() >> below(64);
    size_t room = below(60);
#define SAME(value)                                                                                         \
    do {                                                                                                    \
        snprintf(format, sizeof format, "<%s|%%d%%%%>", spec);                                              \
        int r = snprintf(p, room, format, value, 7), s = model_snprintf(q, room, format, value, 7);         \
        check(r == s && same_bits(p, q, sizeof p), "snprintf \"%s\": '%s' %d '%s' %d", format, p, r, q, s); \
        r = sprintf(p, format, value, 7), s = model_sprintf(q, format, value, 7);                           \
        check(r == s && same_bits(p, q, sizeof p), "sprintf \"%s\": '%s' %d '%s' %d", format, p, r, q, s);  \
    } while (0)
    any_spec(spec, "", "diuoxX");
    SAME((int)n);
    any_spec(spec, "l", "diuoxX");
    SAME((long)n);
    any_spec(spec, "ll", "diuoxX");
    SAME(n);
    any_spec(spec, "h", "diuoxX");
    SAME((int)n);
    any_spec(spec, "hh", "diuoxX");
    SAME((int)n);
    any_spec(spec, "z", "diuoxX");
    SAME((size_t)n);
    any_spec(spec, "j", "diuoxX");
    SAME((intmax_t)n);
    any_spec(spec, "", "s");
    SAME(text);
    any_spec(spec, "", "s");
    SAME((char *)NULL);
    strcpy(spec, "%*.*d");
    snprintf(format, sizeof format, "%%*.*d");
    int w = (int)below(20) - 10, c = (int)below(10) - 3;
    int r = snprintf(p, 60, format, w, c, (int)n), s = model_snprintf(q, 60, format, w, c, (int)n);
    check(r == s && same_bits(p, q, sizeof p), "snprintf %%*.*d %d %d", w, c);
    sprintf(spec, "%%%s%uc", below(2) ? "-" : "", 1 + below(6));
    SAME((int)(n & 255));
    sprintf(spec, "%%%up", 1 + below(30));
    SAME((void *)(uintptr_t)n);
    strcpy(spec, "%p");
    SAME((void *)NULL);
}

// ---- math.h ----
#define UNARY(X) X(fabs) X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(roundeven) X(sqrt) X(logb)
#define BINARY(X) X(fmin) X(fmax) X(copysign) X(fmod) X(remainder) X(fdim)
#define DECLARE_1(fn)           \
    double model_##fn(double);  \
    float model_##fn##f(float); \
    long double model_##fn##l(long double);
#define DECLARE_2(fn)                  \
    double model_##fn(double, double); \
    float model_##fn##f(float, float); \
    long double model_##fn##l(long double, long double);
UNARY(DECLARE_1)
BINARY(DECLARE_2)
double roundeven(double);
float roundevenf(float);
long double roundevenl(long double);
DECLARE_2(nextafter)
DECLARE(double, frexp, double, int *)
DECLARE(float, frexpf, float, int *)
DECLARE(long double, frexpl, long double, int *)
DECLARE(double, ldexp, double, int)
DECLARE(float, ldexpf, float, int)
DECLARE(long double, ldexpl, long double, int)
DECLARE(double, modf, double, double *)
DECLARE(float, modff, float, float *)
DECLARE(long double, modfl, long double, long double *)
DECLARE(double, fma, double, double, double)
DECLARE(int, ilogb, double)
DECLARE(long, lround, double)
DECLARE(long long, llrint, double)
DECLARE(int, __isnan, double)
DECLARE(int, __isinf, double)
DECLARE(int, __finite, double)
DECLARE(int, __fpclassify, double)
DECLARE(int, __fpclassifyf, float)
DECLARE(int, __fpclassifyl, long double)
DECLARE(int, __signbit, double)
DECLARE(int, __signbitl, long double)
DECLARE(int, __isinfl, long double)
int __isnan(double), __isinf(double), __finite(double), __fpclassify(double), __fpclassifyf(float),
    __fpclassifyl(long double), __signbit(double), __signbitl(long double), __isinfl(long double);

static bool same_number(long double a, long double b) {
    return a == b ? !signbit(a) == !signbit(b) : a != a && b != b;
}

// Where the stack of the 387 gives results, they may have digits too many.
__attribute__((noinline)) static bool same_double(double a, double b) {
    return same_number(a, b);
}

__attribute__((noinline)) static bool same_float(float a, float b) {
    return same_number(a, b);
}

static void compare_parts(double x, int n) {
    int e = 0, e_too = 0;
    double whole, whole_too;
    float wholef, wholef_too;
    check(same_double(frexp(x, &e), model_frexp(x, &e_too)) && (e == e_too || x - x != 0), "frexp %a", x);
    check(same_float(frexpf((float)x, &e), model_frexpf((float)x, &e_too)) && (e == e_too || (float)x - (float)x != 0),
          "frexpf %a", (float)x);
    long double wide = (long double)x * (1 + 0x1p-60L) * powl(2, n * 3);
    check(same_number(frexpl(wide, &e), model_frexpl(wide, &e_too)) && (e == e_too || wide - wide != 0), "frexpl %La",
          wide);
    check(same_double(ldexp(x, n), model_ldexp(x, n)), "ldexp %a %d", x, n);
    check(same_float(ldexpf((float)x, n / 4), model_ldexpf((float)x, n / 4)), "ldexpf %a %d", (float)x, n / 4);
    check(same_number(ldexpl(x, 8 * n), model_ldexpl(x, 8 * n)), "ldexpl %a %d", x, 8 * n);
    check(same_double(modf(x, &whole), model_modf(x, &whole_too)) && same_number(whole, whole_too), "modf %a", x);
    check(same_float(modff((float)x, &wholef), model_modff((float)x, &wholef_too)) && same_number(wholef, wholef_too),
          "modff %a", x);
    check(ilogb(x) == model_ilogb(x), "ilogb %a: %d %d", x, ilogb(x), model_ilogb(x));
    if (fabs(x) < 1e9)
        check(lround(x) == model_lround(x) && llrint(x) == model_llrint(x), "lround %a", x);
    check(__isnan(x) == model___isnan(x) && __isinf(x) == model___isinf(x) && __finite(x) == model___finite(x) &&
              __fpclassify(x) == model___fpclassify(x) && __fpclassifyf((float)x) == model___fpclassifyf((float)x) &&
              __fpclassifyl(wide) == model___fpclassifyl(wide) && __isinfl(wide) == model___isinfl(wide) &&
              !__signbitl(wide) == !model___signbitl(wide) && !__signbit(x) == !model___signbit(x),
          "kind of %a", x);
}

static void compare_math(void) {
    double x = any_double(), y = below(4) ? any_double() : x * ((int)below(9) - 4) / 2, z = any_double();
#define SAME_1(fn)                                                                       \
    check(same_double(fn(x), model_##fn(x)), #fn " %a: %a %a", x, fn(x), model_##fn(x)); \
    check(same_float(fn##f((float)x), model_##fn##f((float)x)), #fn "f %a", (float)x);   \
    check(same_number(fn##l(x), model_##fn##l(x)), #fn "l %a", x);
    UNARY(SAME_1)
#define SAME_2(fn)                                                                                           \
    check(same_double(fn(x, y), model_##fn(x, y)), #fn " %a %a: %a %a", x, y, fn(x, y), model_##fn(x, y));   \
    check(same_float(fn##f((float)x, (float)y), model_##fn##f((float)x, (float)y)), #fn "f %a %a", (float)x, \
          (float)y);                                                                                         \
    check(same_number(fn##l(x, y), model_##fn##l(x, y)), #fn "l %a %a", x, y);
    if ((float)x != (float)y || (float)x != 0) { // which zero fmin and fmax give is not promised
        BINARY(SAME_2)
    }
    check(same_double(nextafter(x, y), model_nextafter(x, y)), "nextafter %a %a", x, y);
    check(same_float(nextafterf((float)x, (float)y), model_nextafterf((float)x, (float)y)), "nextafterf %a %a", x, y);
    check(same_double(fma(x, y, z), model_fma(x, y, z)), "fma %a %a %a", x, y, z);
    compare_parts(x, (int)below(4400) - 2200);
    compare_parts(x, (int)below(100) - 50);
}

// ---- bytes of network order, wide texts ----
DECLARE(int, wcscmp, const wchar_t *, const wchar_t *)
DECLARE(wchar_t *, wcsstr, const wchar_t *, const wchar_t *)
DECLARE(size_t, mbstowcs, wchar_t *, const char *, size_t)
DECLARE(unsigned, htonl, unsigned)
DECLARE(unsigned short, htons, unsigned short)
unsigned htonl(unsigned);
unsigned short htons(unsigned short);

// ---- functions whose results are inputs: what the library gives must be possible, and what is exact must be so ----
#define UNARY_FUNCTIONS(X) \
    X(sin)                 \
    X(cos)                 \
    X(tan)                 \
    X(asin)                \
    X(acos)                \
    X(atan)                \
    X(sinh)                \
    X(cosh)                \
    X(tanh)                \
    X(asinh)               \
    X(acosh)               \
    X(atanh)               \
    X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(cbrt) X(erf) X(erfc) X(tgamma) X(lgamma)
#define BINARY_FUNCTIONS(X) X(pow) X(atan2) X(hypot)
#define DECLARE_UNARY(fn)        \
    DECLARE(double, fn, double)  \
    DECLARE(float, fn##f, float) \
    DECLARE(long double, fn##l, long double)
#define DECLARE_BINARY(fn)              \
    DECLARE(double, fn, double, double) \
    DECLARE(float, fn##f, float, float) \
    DECLARE(long double, fn##l, long double, long double)
UNARY_FUNCTIONS(DECLARE_UNARY)
BINARY_FUNCTIONS(DECLARE_BINARY)

// Small whole numbers and special ones too.
static double any_argument(void) {
    static const double special[] = { 0.0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, -1.5, INFINITY, -INFINITY, NAN };
    return below(3) ? special[below(sizeof special / sizeof *special)] : any_double();
}

static void compare_ranges(void) {
    double x = any_argument(), y = any_argument();
// Some models ask for the size only.
#define POSSIBLE(T, call)                                                                                      \
    {                                                                                                          \
        volatile T real = call;                                                                                \
        wanted = real;                                                                                         \
        volatile T model = model_##call;                                                                       \
        wanted = -wanted;                                                                                      \
        if (!same_number(real, model))                                                                         \
            model = model_##call;                                                                              \
        wanted = 0;                                                                                            \
        inputs_used = false;                                                                                   \
        check(same_number(real, model), #call " %a %a: %La %La", x, y, (long double)real, (long double)model); \
    }
#define UNARY(fn)             \
    POSSIBLE(double, fn(x))   \
    POSSIBLE(float, fn##f(x)) \
    POSSIBLE(long double, fn##l(x))
#define BINARY(fn)               \
    POSSIBLE(double, fn(x, y))   \
    POSSIBLE(float, fn##f(x, y)) \
    POSSIBLE(long double, fn##l(x, y))
    UNARY_FUNCTIONS(UNARY)
    BINARY_FUNCTIONS(BINARY)
}

// ---- numbers from seeds ----
DECLARE(int, rand_r, unsigned *)
DECLARE(double, difftime, time_t, time_t)

static void compare_seeds(void) {
    unsigned seed = (unsigned)draw(), seed_too = seed;
    check(rand_r(&seed) == model_rand_r(&seed_too) && seed == seed_too, "rand_r %u", seed);
    time_t a = (time_t)draw() >> below(60), b = (time_t)draw() >> below(60);
    check(difftime(a, b) == model_difftime(a, b), "difftime %ld %ld", (long)a, (long)b);
}

// ---- the environment ----
DECLARE(char *, getenv, const char *)
DECLARE(int, setenv, const char *, const char *, int)
DECLARE(int, unsetenv, const char *)

static void compare_environment(void) {
    char name[8], value[8];
    any_text(name, 2, "AB=");
    any_text(value, 4, "xyz");
    int overwrite = (int)below(2);
    if (below(3))
        check(setenv(name, value, overwrite) == model_setenv(name, value, overwrite), "setenv %s", name);
    else
        check(unsetenv(name) == model_unsetenv(name), "unsetenv %s", name);
    if (strchr(name, '='))
        return;
    const char *real = getenv(name), *model = model_getenv(name);
    check(real && model ? !strcmp(real, model) : !real == !model, "getenv %s", name);
}

static void compare_others(void) {
    char a[40], b[40];
    wchar_t p[40], q[40], r[40] = { 0 };
    any_text(a, 20, "abc");
    any_text(b, 4, "abc");
    mbstowcs(p, a, 40), mbstowcs(q, b, 40);
    check(model_mbstowcs(r, a, 40) == strlen(a) && !wcscmp(r, p), "mbstowcs '%s'", a);
    check(SIGN(wcscmp(p, q)) == SIGN(model_wcscmp(p, q)), "wcscmp '%s' '%s'", a, b);
    check(wcsstr(p, q) == model_wcsstr(p, q), "wcsstr '%s' '%s'", a, b);
    unsigned n = (unsigned)draw();
    check(htonl(n) == model_htonl(n) && htons((unsigned short)n) == model_htons((unsigned short)n), "htonl %u", n);
}

int main(int argc, char **argv) {
    long rounds = argc > 1 ? atol(argv[1]) : 1000;
    state = (argc > 2 ? strtoull(argv[2], NULL, 10) : 1) * 0x9e3779b97f4a7c15u + 1;
    compare_classes();
    for (long i = 0; i < rounds; i++) {
        void (*const parts[])(void) = { compare_strings,     compare_integers, compare_floats_read, compare_stdlib,
                                        compare_formats,     compare_math,     compare_ranges,      compare_seeds,
                                        compare_environment, compare_others };
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            inputs_used = false;
            parts[k]();
        }
    }
    printf("%lu compared, %lu differ\n", compared, differences);
    return differences != 0;
}

// stdlib.c - <stdlib.h>: memory, arithmetic, random numbers, sorting
//
// Numbers from texts are in strtol.c and strtod.c, the environment is in env.c.
#include "libc.h"

// ---- memory; it never runs out for what a process can have (malloc, calloc, free: commands.c) ----
void cfree(void *p) {
    __hone_free(p);
}

// Is it an object's size?  Else errno says why not.
static inline _Bool is_size(size_t bytes) {
    if (bytes <= MOST_BYTES)
        return 1;
    *__hone_errno() = ENOMEM;
    return 0;
}

// As glibc: an old object resized to nothing is freed.
static inline void *resize(void *old, size_t bytes) {
    if (old && bytes == 0) {
        __hone_free(old);
        return NULL;
    }
    if (!is_size(bytes))
        return NULL;
    void *p = __hone_allocate("realloc", bytes);
    if (p && old) {
        size_t kept = __hone_object_size(old);
        memcpy(p, old, kept < bytes ? kept : bytes);
        __hone_free(old);
    }
    return p;
}

void *realloc(void *old, size_t bytes) {
    return resize(old, bytes);
}

void *reallocarray(void *old, size_t count, size_t bytes) {
    if (bytes && count > MOST_BYTES / bytes) {
        *__hone_errno() = ENOMEM;
        return NULL;
    }
    return resize(old, count * bytes);
}

// Objects are aligned to 16 bytes; a wider alignment is not represented.
static inline void *aligned(size_t alignment, size_t bytes) {
    if (!is_size(bytes))
        return NULL;
    if (alignment > 16)
        __hone_unmodelled("allocation aligned to more than 16 bytes");
    return __hone_allocate("aligned_alloc", bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    return aligned(alignment, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
    return aligned(alignment, bytes);
}

int posix_memalign(void **to, size_t alignment, size_t bytes) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    void *p = aligned(alignment, bytes);
    if (!p)
        return ENOMEM;
    *to = p;
    return 0;
}

// The real one may give more than was asked for, and let it be used.
size_t malloc_usable_size(void *p) {
    if (p)
        __hone_unmodelled("malloc_usable_size");
    return 0;
}

// ---- arithmetic; the absolute value of the least number wraps ----
int abs(int n) {
    return n < 0 ? (int)-(unsigned)n : n;
}

long labs(long n) {
    return n < 0 ? (long)-(unsigned long)n : n;
}

long long llabs(long long n) {
    return n < 0 ? (long long)-(unsigned long long)n : n;
}

__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ n) {
    return n < 0 ? (__INTMAX_TYPE__) - (__UINTMAX_TYPE__)n : n;
}

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;

div_t div(int n, int d) {
    return (div_t){ n / d, n % d };
}

ldiv_t ldiv(long n, long d) {
    return (ldiv_t){ n / d, n % d };
}

lldiv_t lldiv(long long n, long long d) {
    return (lldiv_t){ n / d, n % d };
}

lldiv_t imaxdiv(__INTMAX_TYPE__ n, __INTMAX_TYPE__ d) {
    return (lldiv_t){ n / d, n % d };
}

// ---- pseudo-random numbers: any, but the same ones after the same seed ----
// The first numbers after the first seed are kept.  Where more would have to be known - they were asked for before the
// seed was set again, or another seed was set twice - the numbers are what the real library says.
typedef struct Sequence {
    _Bool started;     // numbers were asked for before any seed was set
    unsigned seeds;    // how often one was set; 2: more often
    long seed;         // the first
    _Bool at_first;    // the numbers are those of that seed
    _Bool unknown;     // ... of one that may have been set before
    unsigned known;    // how many numbers of the first seed are recorded
    unsigned position; // the next one is that
    long numbers[4];
} Sequence;

static void set_seed(Sequence *s, long seed, long initial) {
    if (s->seeds == 0) {
        s->seed = seed;
        s->at_first = !(s->started && seed == initial);
        s->unknown = !s->at_first;
        s->seeds = 1;
    } else {
        s->at_first = seed == s->seed;
        s->unknown = !s->at_first && s->seeds > 1;
        s->seeds = 2;
    }
    s->position = 0;
}

static void repeat_number(void) {
    __hone_assume(!__hone_input_bool("number of a seed that was set before"));
}

// The same numbers came before, or will not come again; else only the real library can tell.
static void take_number(Sequence *s, long number) {
    _Bool later = s->seeds > 1, decided = s->unknown;
    if (s->seeds == 0) {
        s->started = 1;
    } else if (s->at_first) {
        if (s->position < s->known)
            __hone_assume(s->numbers[s->position] == number);
        else if (s->known < COUNT(s->numbers))
            s->numbers[s->known++] = number;
        else
            decided = decided || later;
        if (s->position < COUNT(s->numbers))
            s->position++;
    }
    if (decided)
        repeat_number();
}

static Sequence plain, fraction;

int rand(void) {
    int value = input_between("rand", 0, INT_MAX);
    take_number(&plain, value);
    return value;
}

void srand(unsigned seed) {
    set_seed(&plain, (long)seed, 1);
}

// As glibc computes it.
int rand_r(unsigned *seed) {
    unsigned next = *seed * 1103515245 + 12345;
    unsigned result = next / 65536 % 2048;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    next = next * 1103515245 + 12345;
    result = result << 10 ^ next / 65536 % 1024;
    *seed = next;
    return (int)result;
}

long random(void) {
    long value = __hone_input_long("random");
    __hone_assume(0 <= value && value <= INT_MAX);
    take_number(&plain, value);
    return value;
}

void srandom(unsigned seed) {
    set_seed(&plain, (long)seed, 1);
}

long lrand48(void) {
    long value = __hone_input_long("lrand48");
    __hone_assume(0 <= value && value <= INT_MAX);
    take_number(&fraction, value);
    return value;
}

long mrand48(void) {
    long value = __hone_input_long("mrand48");
    __hone_assume(-INT_MAX - 1 <= value && value <= INT_MAX);
    take_number(&fraction, (long)((unsigned)value >> 1));
    return value;
}

// A multiple of 2^-48; its first 31 bits are what lrand48 would have given, the others are not kept.
double drand48(void) {
    double value = __hone_input_double("drand48");
    __hone_assume(0.0 <= value && value < 1.0);
    take_number(&fraction, (long)(value * 2147483648.0));
    if (fraction.seeds > 1)
        repeat_number();
    return value;
}

void srand48(long seed) {
    set_seed(&fraction, (int)seed, 0);
}

// ---- sorting and searching ----
// Which elements qsort compares, how often and in which order is not promised, nor the order of equal elements.  Here
// it is insertion.  The front end calls qsort where comparing has no effect; where it may have one, __hone_qsort:
// that compares any elements, any number of times, before and after it sorts.  A run that needs this counts where the
// compiled program agrees.
//
// SORTING(suffix, type of the comparison's parameters, ...): 'data' is the last parameter of qsort_r.
#define SORTING(s, COMPARE, COMPARED, ...)                                                                       \
    static _Bool comes_behind##s(const char *a, const char *b, COMPARE __VA_OPT__(, ) __VA_ARGS__) {             \
        int sign = COMPARED(a, b);                                                                               \
        return sign > 0 || (sign == 0 && __hone_input_bool("order of equal elements"));                          \
    }                                                                                                            \
    static void compare_any##s(char *array, size_t count, size_t bytes, COMPARE __VA_OPT__(, ) __VA_ARGS__) {    \
        while (count >= 2 && __hone_input_bool("comparisons of qsort")) {                                        \
            size_t i = __hone_input_size("comparisons of qsort"), k = __hone_input_size("comparisons of qsort"); \
            __hone_assume(i < count && k < count && i != k);                                                     \
            COMPARED(array + i * bytes, array + k * bytes);                                                      \
        }                                                                                                        \
    }                                                                                                            \
    static void qsort_here##s(void *base, size_t count, size_t bytes, COMPARE __VA_OPT__(, ) __VA_ARGS__) {      \
        char *array = base;                                                                                      \
        if (count < 2)                                                                                           \
            return;                                                                                              \
        char *element = __hone_malloc(bytes);                                                                    \
        for (size_t i = 1; i < count; i++) {                                                                     \
            size_t place = i;                                                                                    \
            while (place > 0 && BEHIND##s(array + (place - 1) * bytes, array + i * bytes))                       \
                place--;                                                                                         \
            if (place == i)                                                                                      \
                continue;                                                                                        \
            memcpy(element, array + i * bytes, bytes);                                                           \
            memmove(array + (place + 1) * bytes, array + place * bytes, (i - place) * bytes);                    \
            memcpy(array + place * bytes, element, bytes);                                                       \
        }                                                                                                        \
        __hone_free(element);                                                                                    \
    }
#define COMPARE_PLAIN int (*compare)(const void *, const void *)
#define COMPARE_WITH int (*compare)(const void *, const void *, void *)
#define COMPARED_PLAIN(a, b) compare(a, b)
#define COMPARED_WITH(a, b) compare(a, b, data)
#define BEHIND(a, b) comes_behind(a, b, compare)
#define BEHIND_r(a, b) comes_behind_r(a, b, compare, data)
SORTING(, COMPARE_PLAIN, COMPARED_PLAIN)
SORTING(_r, COMPARE_WITH, COMPARED_WITH, void *data)

void __hone_qsort(void *base, size_t count, size_t bytes, COMPARE_PLAIN) {
    compare_any(base, count, bytes, compare);
    qsort_here(base, count, bytes, compare);
    compare_any(base, count, bytes, compare);
}

void __hone_qsort_r(void *base, size_t count, size_t bytes, COMPARE_WITH, void *data) {
    compare_any_r(base, count, bytes, compare, data);
    qsort_here_r(base, count, bytes, compare, data);
    compare_any_r(base, count, bytes, compare, data);
}

void qsort(void *base, size_t count, size_t bytes, COMPARE_PLAIN) {
    qsort_here(base, count, bytes, compare);
}

void qsort_r(void *base, size_t count, size_t bytes, COMPARE_WITH, void *data) {
    qsort_here_r(base, count, bytes, compare, data);
}

// From the first element on.
static void *find_element(const void *key, const char *array, size_t count, size_t bytes,
                          int (*compare)(const void *, const void *)) {
    for (size_t i = 0; i < count; i++)
        if (compare(key, array + i * bytes) == 0)
            return (void *)(array + i * bytes);
    return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t bytes,
            int (*compare)(const void *, const void *)) {
    return find_element(key, base, *count, bytes, compare);
}

void *lsearch(const void *key, void *base, size_t *count, size_t bytes, int (*compare)(const void *, const void *)) {
    void *found = find_element(key, base, *count, bytes, compare);
    if (found)
        return found;
    return memcpy((char *)base + bytes * (*count)++, key, bytes);
}

// As glibc's, which halves the array.
void *bsearch(const void *key, const void *base, size_t count, size_t bytes,
              int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = (const char *)base + middle * bytes;
        int sign = compare(key, element);
        if (sign == 0)
            return (void *)element;
        if (sign < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

// ---- commands ----
// Without a command: is there a command processor?
int system(const char *command) {
    if (!command)
        return input_between("system", 0, 1);
    (void)text_length(command);
    return wait_status(__hone_input_int("system"));
}

// ---- the end of the program ----

// ---- multibyte characters: in the C locale one byte is one character ----
static void need_ascii(int c) {
    if (c < 0 || c > 127)
        __hone_unmodelled("a multibyte character that is not ASCII");
}

int mblen(const char *text, size_t n) {
    if (!text || n == 0)
        return text ? -1 : 0;
    need_ascii(*text);
    return *text != 0;
}

int mbtowc(wchar_t *to, const char *text, size_t n) {
    if (!text || n == 0)
        return text ? -1 : 0;
    need_ascii(*text);
    if (to)
        *to = *text;
    return *text != 0;
}

int wctomb(char *to, wchar_t c) {
    if (!to)
        return 0;
    need_ascii(c);
    *to = (char)c;
    return 1;
}

// stdlib.c - <stdlib.h>: memory, arithmetic, sorting, the environment
//
// Numbers from texts are in strtol.c and strtod.c.
#include "libc.h"

// ---- memory; it never runs out for what a process can have (malloc, calloc, free: commands.c) ----
void cfree(void *p) {
    __hone_free(p);
}

// Whether 'count' times 'bytes' is an object's size; else errno says why not.
static inline _Bool is_size(size_t count, size_t bytes, size_t *total) {
    if (!__builtin_mul_overflow(count, bytes, total) && *total <= MOST_BYTES)
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
    if (!is_size(1, bytes, &bytes))
        return NULL;
    void *p = __hone_malloc(bytes);
    if (old) {
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
    size_t total;
    if (!is_size(count, bytes, &total))
        return NULL;
    return resize(old, total);
}

// Objects are aligned to 16 bytes; a wider alignment is not represented.
static inline void *aligned(size_t alignment, size_t bytes) {
    if (!is_size(1, bytes, &bytes))
        return NULL;
    if (alignment > 16)
        __hone_unmodelled("allocation aligned to more than 16 bytes");
    return __hone_malloc(bytes);
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

// ---- pseudo-random numbers: any ----
int rand(void) {
    return input_between("rand", 0, INT_MAX);
}

void srand(unsigned seed) {
    (void)seed;
}

int rand_r(unsigned *seed) {
    *seed = __hone_input_uint("rand_r");
    return input_between("rand_r", 0, INT_MAX);
}

long random(void) {
    long value = __hone_input_long("random");
    __hone_assume(0 <= value && value <= INT_MAX);
    return value;
}

void srandom(unsigned seed) {
    (void)seed;
}

long lrand48(void) {
    long value = __hone_input_long("lrand48");
    __hone_assume(0 <= value && value <= INT_MAX);
    return value;
}

long mrand48(void) {
    long value = __hone_input_long("mrand48");
    __hone_assume(-INT_MAX - 1 <= value && value <= INT_MAX);
    return value;
}

double drand48(void) {
    double value = __hone_input_double("drand48");
    __hone_assume(0.0 <= value && value < 1.0);
    return value;
}

void srand48(long seed) {
    (void)seed;
}

// ---- sorting and searching ----
// The order in which qsort compares is not promised, nor the order of equal
// elements; glibc keeps the latter, and so does insertion.
void qsort(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *)) {
    char *array = base;
    if (count < 2)
        return;
    char *element = __hone_malloc(bytes);
    for (size_t i = 1; i < count; i++) {
        size_t place = i;
        while (place > 0 && compare(array + (place - 1) * bytes, array + i * bytes) > 0)
            place--;
        if (place == i)
            continue;
        memcpy(element, array + i * bytes, bytes);
        memmove(array + (place + 1) * bytes, array + place * bytes, (i - place) * bytes);
        memcpy(array + place * bytes, element, bytes);
    }
    __hone_free(element);
}

void qsort_r(void *base, size_t count, size_t bytes, int (*compare)(const void *, const void *, void *), void *data) {
    char *array = base;
    if (count < 2)
        return;
    char *element = __hone_malloc(bytes);
    for (size_t i = 1; i < count; i++) {
        size_t place = i;
        while (place > 0 && compare(array + (place - 1) * bytes, array + i * bytes, data) > 0)
            place--;
        if (place == i)
            continue;
        memcpy(element, array + i * bytes, bytes);
        memmove(array + (place + 1) * bytes, array + place * bytes, (i - place) * bytes);
        memcpy(array + place * bytes, element, bytes);
    }
    __hone_free(element);
}

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

// ---- the environment ----
// A value: any text.  Linux allows 128 KiB for one.
typedef struct Value {
    char *text;
    struct Value *next;
} Value;
static Value *values;

// Unset, a text that an earlier call gave, or a new one.
static char *any_value(const char *name) {
    (void)text_length(name);
    if (!__hone_input_bool("getenv"))
        return NULL;
    for (Value *v = values; v; v = v->next)
        if (__hone_input_bool("getenv"))
            return v->text;
    size_t n = input_length("getenv", 1, 131071);
    Value *v = __hone_malloc(sizeof *v);
    v->text = __hone_malloc(n);
    v->text[n - 1] = 0;
    v->next = values;
    values = v;
    return v->text;
}

char *getenv(const char *name) {
    return any_value(name);
}

char *secure_getenv(const char *name) {
    return any_value(name);
}

#define changed(function) finished(input_between(function, -1, 0))
static int finished(int result) {
    if (result != 0)
        __hone_fail("error number");
    return result;
}

int setenv(const char *name, const char *value, int overwrite) {
    (void)text_length(name);
    (void)text_length(value);
    (void)overwrite;
    return changed("setenv");
}

int unsetenv(const char *name) {
    (void)text_length(name);
    return changed("unsetenv");
}

// The text itself becomes part of the environment.
int putenv(char *text) {
    int result = changed("putenv");
    for (size_t i = 0; text[i] && result == 0; i++) {
        if (text[i] != '=')
            continue;
        Value *v = __hone_malloc(sizeof *v);
        v->text = text + i + 1;
        v->next = values;
        values = v;
        break;
    }
    return result;
}

int clearenv(void) {
    return changed("clearenv");
}

int system(const char *command) {
    if (command)
        (void)text_length(command);
    return __hone_input_int("system");
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

// string.c - <string.h> and <strings.h>, in the C locale
//
// memcpy, memmove and memset are commands of the front end.  Of a comparison's result only the sign is promised: it is
// the difference of the first two bytes that differ, as glibc has it, or any other number where the compiler has code
// of its own.
#include "libc.h"

// ---- lengths and copies ----
size_t strlen(const char *text) {
    return text_length(text);
}

static size_t length_most(const char *text, size_t most) {
    size_t n = 0;
    while (n < most && text[n])
        n++;
    return n;
}

size_t strnlen(const char *text, size_t most) {
    return length_most(text, most);
}

char *strcpy(char *to, const char *from) {
    size_t i = 0;
    for (; from[i]; i++)
        to[i] = from[i];
    to[i] = 0;
    return to;
}

char *stpcpy(char *to, const char *from) {
    size_t i = 0;
    for (; from[i]; i++)
        to[i] = from[i];
    to[i] = 0;
    return to + i;
}

// Pads with zeros up to n, and does not end the text where it is too long.
char *strncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
    size_t length = length_most(from, n);
    size_t i = 0;
    for (; i < length; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to + length;
}

char *strcat(char *to, const char *from) {
    size_t end = text_length(to);
    size_t i = 0;
    for (; from[i]; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}

char *strncat(char *to, const char *from, size_t n) {
    size_t end = text_length(to);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}

static size_t copy_most(char *to, const char *from, size_t size) {
    size_t i = 0;
    for (; i + 1 < size && from[i]; i++)
        to[i] = from[i];
    if (size > 0)
        to[i] = 0;
    return text_length(from);
}

size_t strlcpy(char *to, const char *from, size_t size) {
    return copy_most(to, from, size);
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t end = length_most(to, size);
    size_t i = 0;
    if (end < size) {
        for (; end + i + 1 < size && from[i]; i++)
            to[end + i] = from[i];
        to[end + i] = 0;
    }
    return end + text_length(from);
}

static char *duplicate(const char *text) {
    size_t n = text_length(text) + 1;
    char *copy = __hone_allocate("strdup", n);
    if (copy)
        memcpy(copy, text, n);
    return copy;
}

char *strdup(const char *text) {
    return duplicate(text);
}

char *strndup(const char *text, size_t most) {
    size_t n = length_most(text, most);
    char *copy = __hone_allocate("strndup", n + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, n);
    copy[n] = 0;
    return copy;
}

char *__strdup(const char *text) {
    return duplicate(text);
}

void *mempcpy(void *to, const void *from, size_t n) {
    memcpy(to, from, n);
    return (char *)to + n;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < n; i++) {
        t[i] = f[i];
        if (f[i] == (unsigned char)c)
            return t + i + 1;
    }
    return NULL;
}

void bzero(void *to, size_t n) {
    memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n) {
    memset(to, 0, n);
}

void bcopy(const void *from, void *to, size_t n) {
    memmove(to, from, n);
}

void swab(const void *from, void *to, ssize_t n) {
    const char *f = from;
    char *t = to;
    for (ssize_t i = 0; i + 1 < n; i += 2) {
        char first = f[i];
        t[i] = f[i + 1];
        t[i + 1] = first;
    }
}

// ---- comparisons ----
static int with_sign_of(int difference) {
    if (difference == 0)
        return 0;
    int other = __hone_input_int("size of a comparison's result");
    return other != 0 && (other > 0) == (difference > 0) ? other : difference;
}

static int compare_bytes(const void *a, const void *b, size_t n) {
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < n; i++)
        if (p[i] != q[i])
            return p[i] - q[i];
    return 0;
}

int memcmp(const void *a, const void *b, size_t n) {
    return with_sign_of(compare_bytes(a, b, n));
}

int bcmp(const void *a, const void *b, size_t n) {
    return with_sign_of(compare_bytes(a, b, n));
}

// Where memory is checked: both have n bytes, also those behind the first difference.
int __hone_memcmp(const void *a, const void *b, size_t n) {
    if (n > 0) {
        volatile char last = ((const char *)a)[n - 1];
        last = ((const char *)b)[n - 1];
        (void)last;
    }
    return with_sign_of(compare_bytes(a, b, n));
}

static int compare(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strcmp(const char *a, const char *b) {
    return with_sign_of(compare(a, b));
}

int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return with_sign_of((unsigned char)a[i] - (unsigned char)b[i]);
        if (!a[i])
            return 0;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && lower((unsigned char)a[i]) == lower((unsigned char)b[i]))
        i++;
    return with_sign_of(lower((unsigned char)a[i]) - lower((unsigned char)b[i]));
}

int strncasecmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int c = lower((unsigned char)a[i]), d = lower((unsigned char)b[i]);
        if (c != d)
            return with_sign_of(c - d);
        if (!c)
            return 0;
    }
    return 0;
}

int strcoll(const char *a, const char *b) {
    return with_sign_of(compare(a, b));
}

size_t strxfrm(char *to, const char *from, size_t n) {
    return copy_most(to, from, n);
}

// ---- searches ----
void *memchr(const void *memory, int c, size_t n) {
    const unsigned char *p = memory;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c)
            return (void *)(p + i);
    return NULL;
}

void *memrchr(const void *memory, int c, size_t n) {
    const unsigned char *p = memory;
    for (size_t i = n; i > 0; i--)
        if (p[i - 1] == (unsigned char)c)
            return (void *)(p + i - 1);
    return NULL;
}

void *rawmemchr(const void *memory, int c) {
    const unsigned char *p = memory;
    while (*p != (unsigned char)c)
        p++;
    return (void *)p;
}

static char *find(const char *text, int c) {
    for (size_t i = 0;; i++) {
        if (text[i] == (char)c)
            return (char *)text + i;
        if (!text[i])
            return NULL;
    }
}

char *strchr(const char *text, int c) {
    return find(text, c);
}

char *strchrnul(const char *text, int c) {
    size_t i = 0;
    while (text[i] && text[i] != (char)c)
        i++;
    return (char *)text + i;
}

static char *find_last(const char *text, int c) {
    const char *last = NULL;
    for (size_t i = 0;; i++) {
        if (text[i] == (char)c)
            last = text + i;
        if (!text[i])
            return (char *)last;
    }
}

char *strrchr(const char *text, int c) {
    return find_last(text, c);
}

char *index(const char *text, int c) {
    return find(text, c);
}

char *rindex(const char *text, int c) {
    return find_last(text, c);
}

static _Bool contains(const char *set, char c) {
    for (size_t i = 0; set[i]; i++)
        if (set[i] == c)
            return 1;
    return 0;
}

static size_t span(const char *text, const char *set) {
    size_t n = 0;
    while (text[n] && contains(set, text[n]))
        n++;
    return n;
}

size_t strspn(const char *text, const char *set) {
    return span(text, set);
}

static size_t span_not(const char *text, const char *set) {
    size_t n = 0;
    while (text[n] && !contains(set, text[n]))
        n++;
    return n;
}

size_t strcspn(const char *text, const char *set) {
    return span_not(text, set);
}

char *strpbrk(const char *text, const char *set) {
    size_t n = span_not(text, set);
    return text[n] ? (char *)text + n : NULL;
}

char *strstr(const char *text, const char *part) {
    for (size_t i = 0;; i++) {
        size_t k = 0;
        while (part[k] && text[i + k] == part[k])
            k++;
        if (!part[k])
            return (char *)text + i;
        if (!text[i])
            return NULL;
    }
}

char *strcasestr(const char *text, const char *part) {
    for (size_t i = 0;; i++) {
        size_t k = 0;
        while (part[k] && lower((unsigned char)text[i + k]) == lower((unsigned char)part[k]))
            k++;
        if (!part[k])
            return (char *)text + i;
        if (!text[i])
            return NULL;
    }
}

void *memmem(const void *memory, size_t n, const void *part, size_t m) {
    const char *p = memory;
    if (m > n)
        return NULL;
    for (size_t i = 0; i <= n - m; i++)
        if (compare_bytes(p + i, part, m) == 0)
            return (void *)(p + i);
    return NULL;
}

int ffs(int word) {
    return __builtin_ffs(word);
}

int ffsl(long word) {
    return __builtin_ffsl(word);
}

int ffsll(long long word) {
    return __builtin_ffsll(word);
}

// ---- words of a text ----
static char *next_word(char *text, const char *set, char **rest) {
    char *word = text ? text : *rest;
    word += span(word, set);
    if (!*word) {
        *rest = word;
        return NULL;
    }
    char *end = word + span_not(word, set);
    if (*end)
        *end++ = 0;
    *rest = end;
    return word;
}

char *strtok_r(char *text, const char *set, char **rest) {
    return next_word(text, set, rest);
}

char *__strtok_r(char *text, const char *set, char **rest) {
    return next_word(text, set, rest);
}

char *strtok(char *text, const char *set) {
    static char *rest;
    return next_word(text, set, &rest);
}

char *strsep(char **text, const char *set) {
    char *word = *text;
    if (!word)
        return NULL;
    char *end = word + span_not(word, set);
    if (*end) {
        *end = 0;
        *text = end + 1;
    } else {
        *text = NULL;
    }
    return word;
}

// ---- messages ----
// The text of a message is not promised: any text of up to 63 characters, but the real library has one of its own.
static char message[64];

static char *any_message(int error) {
    (void)error;
    __hone_assume(!__hone_input_bool("strerror"));
    fill(message, sizeof message - 1);
    return message;
}

char *strerror(int error) {
    return any_message(error);
}

char *strsignal(int signal) {
    return any_message(signal);
}

int __xpg_strerror_r(int error, char *to, size_t n) {
    (void)error;
    if (n == 0)
        return ERANGE;
    fill(to, n - 1);
    to[n - 1] = 0;
    int result = __hone_input_int("strerror_r");
    return result == EINVAL || result == ERANGE ? result : 0;
}

// ---- the variants that headers use under _FORTIFY_SOURCE ----
// 'room' is the size of the destination as far as the compiler knows it.
static void need_room(size_t n, size_t room) {
    if (n > room)
        __hone_abort("buffer overflow detected");
}

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
    need_room(n, room);
    return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
    need_room(n, room);
    return memmove(to, from, n);
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
    need_room(n, room);
    memcpy(to, from, n);
    return (char *)to + n;
}

void *__memset_chk(void *to, int byte, size_t n, size_t room) {
    need_room(n, room);
    return memset(to, byte, n);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
    size_t n = text_length(from) + 1;
    need_room(n, room);
    return memcpy(to, from, n);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
    size_t n = text_length(from) + 1;
    need_room(n, room);
    memcpy(to, from, n);
    return to + n - 1;
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
    need_room(n, room);
    size_t length = length_most(from, n);
    memcpy(to, from, length);
    memset(to + length, 0, n - length);
    return to;
}

char *__strcat_chk(char *to, const char *from, size_t room) {
    size_t end = text_length(to), n = text_length(from) + 1;
    need_room(end + n, room);
    memcpy(to + end, from, n);
    return to;
}

char *__strncat_chk(char *to, const char *from, size_t most, size_t room) {
    size_t end = text_length(to), n = length_most(from, most);
    need_room(end + n + 1, room);
    memcpy(to + end, from, n);
    to[end + n] = 0;
    return to;
}

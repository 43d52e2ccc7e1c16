// wchar.c - <wchar.h>: wide texts, in the C locale
#include "libc.h"

static size_t wide_length(const wchar_t *text) {
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

size_t wcslen(const wchar_t *text) {
    return wide_length(text);
}

size_t wcsnlen(const wchar_t *text, size_t most) {
    size_t n = 0;
    while (n < most && text[n])
        n++;
    return n;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;
    for (; from[i]; i++)
        to[i] = from[i];
    to[i] = 0;
    return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    size_t end = wide_length(to);
    size_t i = 0;
    for (; from[i]; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
    size_t end = wide_length(to);
    size_t i = 0;
    for (; i < n && from[i]; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (!a[i])
            return 0;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *text, wchar_t c) {
    for (size_t i = 0;; i++) {
        if (text[i] == c)
            return (wchar_t *)text + i;
        if (!text[i])
            return NULL;
    }
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t c) {
    const wchar_t *last = NULL;
    for (size_t i = 0;; i++) {
        if (text[i] == c)
            last = text + i;
        if (!text[i])
            return (wchar_t *)last;
    }
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *part) {
    for (size_t i = 0;; i++) {
        size_t k = 0;
        while (part[k] && text[i + k] == part[k])
            k++;
        if (!part[k])
            return (wchar_t *)text + i;
        if (!text[i])
            return NULL;
    }
}

wchar_t *wcsdup(const wchar_t *text) {
    size_t bytes = (wide_length(text) + 1) * sizeof *text;
    wchar_t *copy = __hone_allocate("wcsdup", bytes);
    if (copy)
        memcpy(copy, text, bytes);
    return copy;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
    return memcpy(to, from, n * sizeof *to);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
    return memmove(to, from, n * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

// As __hone_memcmp.
int __hone_wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    if (n > 0) {
        volatile wchar_t last = a[n - 1];
        last = b[n - 1];
        (void)last;
    }
    return wmemcmp(a, b, n);
}

wchar_t *wmemchr(const wchar_t *memory, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (memory[i] == c)
            return (wchar_t *)memory + i;
    return NULL;
}

// ---- output: the number of characters, or -1; %n would store ----
static void need_plain(const wchar_t *format) {
    for (size_t i = 0; format[i]; i++) {
        if (format[i] != '%')
            continue;
        i++;
        while (format[i] && format[i] != '%' && (format[i] < 'A' || format[i] == 'l' || format[i] == 'h'))
            i++;
        if (format[i] == 'n')
            __hone_unmodelled("a format that stores (%n)");
        if (!format[i])
            return;
    }
}

static int printed(const wchar_t *format) {
    need_plain(format);
    int n = __hone_input_int("wprintf");
    __hone_assume(n >= -1);
    return n;
}

int wprintf(const wchar_t *format, ...) {
    return printed(format);
}

int fwprintf(File *file, const wchar_t *format, ...) {
    (void)file;
    return printed(format);
}

int vwprintf(const wchar_t *format, va_list list) {
    (void)list;
    return printed(format);
}

int vfwprintf(File *file, const wchar_t *format, va_list list) {
    (void)file;
    (void)list;
    return printed(format);
}

// Any text that fits, or -1.
static int print_wide(wchar_t *to, size_t room, const wchar_t *format) {
    need_plain(format);
    if (room == 0)
        return -1;
    int n = __hone_input_int("swprintf");
    __hone_assume(n >= -1 && (n < 0 || (size_t)n < room));
    fill(to, room * sizeof *to);
    to[n < 0 ? room - 1 : (size_t)n] = 0;
    return n;
}

int swprintf(wchar_t *to, size_t room, const wchar_t *format, ...) {
    return print_wide(to, room, format);
}

int vswprintf(wchar_t *to, size_t room, const wchar_t *format, va_list list) {
    (void)list;
    return print_wide(to, room, format);
}

wint_t fputwc(wchar_t c, File *file) {
    (void)file;
    return __hone_input_bool("fputwc") ? (wint_t)EOF : (wint_t)c;
}

wint_t putwchar(wchar_t c) {
    return __hone_input_bool("putwchar") ? (wint_t)EOF : (wint_t)c;
}

int fputws(const wchar_t *text, File *file) {
    (void)file;
    (void)wide_length(text);
    return __hone_input_bool("fputws") ? EOF : 1;
}

// ---- input ----
static void note_end(File *file) {
    if (__hone_input_bool("fgetwc"))
        file->error = 1;
    else
        file->end = 1;
}

wint_t fgetwc(File *file) {
    wint_t c = (wint_t)__hone_input_int("fgetwc");
    if (c == (wint_t)EOF)
        note_end(file);
    return c;
}

wint_t getwchar(void) {
    wint_t c = (wint_t)__hone_input_int("getwchar");
    if (c == (wint_t)EOF)
        note_end(&__hone_stdin);
    return c;
}

wchar_t *fgetws(wchar_t *to, int n, File *file) {
    if (n <= 0)
        return NULL;
    if (!__hone_input_bool("fgetws")) {
        note_end(file);
        return NULL;
    }
    size_t length = __hone_input_size("fgetws");
    __hone_assume(length < (size_t)n);
    if (__hone_input_bool("fgetws"))
        file->end = 1; // the last line may lack its newline
    fill(to, length * sizeof *to);
    to[length] = 0;
    return to;
}

// ---- conversion: ASCII only ----
wint_t btowc(int c) {
    return 0 <= c && c < 128 ? (wint_t)c : (wint_t)EOF;
}

int wctob(wint_t c) {
    return c < 128 ? (int)c : EOF;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t n) {
    size_t i = 0;
    for (; !to || i < n; i++) {
        if ((unsigned char)from[i] > 127)
            __hone_unmodelled("a multibyte character that is not ASCII");
        if (to)
            to[i] = from[i];
        if (!from[i])
            return i;
    }
    return i;
}

size_t wcstombs(char *to, const wchar_t *from, size_t n) {
    size_t i = 0;
    for (; !to || i < n; i++) {
        if (from[i] < 0 || from[i] > 127)
            __hone_unmodelled("a wide character that is not ASCII");
        if (to)
            to[i] = (char)from[i];
        if (!from[i])
            return i;
    }
    return i;
}

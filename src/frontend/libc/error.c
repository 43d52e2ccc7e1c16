// error.c - <error.h> and <err.h>: messages, and the end of the program after them
//
// The text goes to standard error, which no model reads.  Formats that store (%n) are not described.
#include "libc.h"

_Noreturn void __hone_end(int code);

static void need_plain(const char *format) {
    for (size_t i = 0; format && format[i]; i++) {
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

void error(int status, int number, const char *format, ...) {
    (void)number;
    need_plain(format);
    if (status)
        __hone_end(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    (void)number;
    (void)file;
    (void)line;
    need_plain(format);
    if (status)
        __hone_end(status);
}

_Noreturn void err(int status, const char *format, ...) {
    need_plain(format);
    __hone_end(status);
}

_Noreturn void errx(int status, const char *format, ...) {
    need_plain(format);
    __hone_end(status);
}

_Noreturn void verr(int status, const char *format, va_list list) {
    (void)list;
    need_plain(format);
    __hone_end(status);
}

_Noreturn void verrx(int status, const char *format, va_list list) {
    (void)list;
    need_plain(format);
    __hone_end(status);
}

void warn(const char *format, ...) {
    need_plain(format);
}

void warnx(const char *format, ...) {
    need_plain(format);
}

void vwarn(const char *format, va_list list) {
    (void)list;
    need_plain(format);
}

void vwarnx(const char *format, va_list list) {
    (void)list;
    need_plain(format);
}

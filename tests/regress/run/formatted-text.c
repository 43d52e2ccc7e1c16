// run:
// sprintf and its kin write to memory; fprintf and fputs to standard output.
#include <stdarg.h>
#include <stdio.h>
static int log_to(char *to, size_t n, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(to, n, format, list);
    va_end(list);
    return length;
}
int main(void) {
    char text[40];
    int n = sprintf(text, "%d|%5d|%-5d|%05d|%+d", 42, 42, 42, 42, 42);
    printf("%s %d\n", text, n);
    n = snprintf(text, 6, "%s", "truncated");
    printf("%s %d\n", text, n);
    sprintf(text, "%x %X %o %#x %llu %hhd", 255u, 255u, 8u, 255u, 1ull << 40, 300);
    printf("%s\n", text);
    sprintf(text, "[%8.3s] [%-6s] [%c%%] [%.4d]", "abcdef", "ab", 'z', 7);
    printf("%s\n", text);
    n = log_to(text, sizeof text, "%s-%ld-%s", "a", -1L, "b");
    fprintf(stdout, "%s %d\n", text, n);
    fputs("done", stdout);
    fputc('\n', stdout);
}

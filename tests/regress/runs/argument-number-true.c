// expect: true
// engines: runs
// may-be-unknown: runs
// timeout: 3
// options: --property safe
// The twin of argument-number-false: unsigned numbers wrap.
#include <stdio.h>
static int parse(const char *s) {
    unsigned n = 0;
    while (*s >= '0' && *s <= '9')
        n = n * 10 + (unsigned)(*s++ - 48);
    return (int)(n & 0xffff);
}
int main(int argc, char **argv) {
    if (argc != 2)
        return 1;
    printf("%d\n", parse(argv[1]));
    return 0;
}

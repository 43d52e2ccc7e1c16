// expect: true
// engines: runs
// may-be-unknown: runs
// timeout: 3
// options: --property safe
// The twin of argument-copied-false: what does not fit is left out.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char buf[16];
    if (argc < 2)
        return 1;
    snprintf(buf, sizeof buf, "%s", argv[1]);
    size_t n = strlen(buf);
    for (size_t i = 0; i < n / 2; i++) {
        char c = buf[i];
        buf[i] = buf[n - 1 - i];
        buf[n - 1 - i] = c;
    }
    puts(buf);
    return 0;
}

// expect: false(valid-deref)
// engines: runs portfolio
// options: --property safe
// replay: compiled program agrees
// says: write of 1 bytes: index 16 is outside buf\[16\]
// An argument that is longer than the buffer: its length is guessed by the size of an object, and its bytes make words.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char buf[16];
    if (argc < 2)
        return 1;
    strcpy(buf, argv[1]);
    size_t n = strlen(buf);
    for (size_t i = 0; i < n / 2; i++) {
        char c = buf[i];
        buf[i] = buf[n - 1 - i];
        buf[n - 1 - i] = c;
    }
    puts(buf);
    return 0;
}

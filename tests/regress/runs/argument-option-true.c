// expect: true
// engines: runs
// may-be-unknown: runs
// timeout: 3
// The twin of argument-option-false: the number is below 8.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int verbose = 0, level = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--verbose"))
            verbose = 1;
        else if (!strcmp(argv[i], "--level") && i + 1 < argc)
            level = atoi(argv[++i]) & 7;
    }
    assert(!(verbose && level == 42));
    return 0;
}

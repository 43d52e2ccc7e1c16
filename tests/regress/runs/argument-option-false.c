// expect: false(unreach-call)
// engines: runs
// replay: compiled program agrees
// slow
// Two options that are words of the program, and a number that it compares with.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    int verbose = 0, level = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--verbose"))
            verbose = 1;
        else if (!strcmp(argv[i], "--level") && i + 1 < argc)
            level = atoi(argv[++i]);
    }
    assert(!(verbose && level == 42));
    return 0;
}

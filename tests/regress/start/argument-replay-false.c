// expect: false(unreach-call)
// engines: bmc
// replay: compiled program agrees
// An argument that is read is given to the compiled program: no excuse for it to do otherwise.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc > 1)
        assert(atoi(argv[1]) != 42);
    return 0;
}

// expect: false(unreach-call)
// engines: bmc
// What main is given is told as the user knows it: argv[1], not an object of the model that makes it.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "-x"))
        assert(argv[2][0] != 'z');
    return 0;
}

// start.c - how a program starts: main gets one or more arguments, each a
// string of any length and contents
#include "libc.h"

extern int main(int argc, char **argv, char **environment);

static inline int count_arguments(void) {
    unsigned more = __hone_input_uint("number of arguments");
    __hone_assume(more < 0x10000u);
    return 1 + (int)more;
}

int __hone_start(void) {
    int argc = count_arguments();
    char **argv = __hone_lend(((size_t)argc + 1) * sizeof *argv);
    for (int i = 0; i < argc; i++) {
        size_t length = __hone_input_size("length of an argument");
        __hone_assume(length < 0x20000u);
        argv[i] = __hone_lend(length + 1);
        argv[i][length] = 0;
    }
    argv[argc] = 0;
    char **environment = __hone_lend(sizeof *environment);
    environment[0] = 0;
    return main(argc, argv, environment);
}

// For a program that does not look at its arguments.
int __hone_start_bare(void) {
    return main(count_arguments(), 0, 0);
}

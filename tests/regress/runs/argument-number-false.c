// expect: false(no-overflow)
// engines: runs match
// may-be-unknown: match
// options: --property safe
// replay: compiled program agrees
// One argument, of ten digits or more.  (match evaluated a predicate in which an input was left.)
#include <stdio.h>
static int parse(const char *s) {
    int n = 0;
    while (*s >= '0' && *s <= '9')
        n = n * 10 + (*s++ - '0');
    return n;
}
int main(int argc, char **argv) {
    if (argc != 2)
        return 1;
    printf("%d\n", parse(argv[1]));
    return 0;
}

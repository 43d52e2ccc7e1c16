// expect: true
// engines: bmc impact
// options: --data-model ILP32
// Distances inside an object are numbers, also where they are kept and come back from memory or a function.
#include <stddef.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static char buffer[600];
static size_t kept[2];
static size_t length(const char *from, const char *to) {
    return to - from;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 600)
        return 0;
    kept[n & 1] = length(buffer, buffer + n);
    size_t left = kept[n & 1];
    if (left > 600 || left != n)
        reach_error();
    return 0;
}

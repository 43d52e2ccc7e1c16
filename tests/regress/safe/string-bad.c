// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// strcpy of a text that has one byte too many for its target.
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char to[8];
    const char *from = __VERIFIER_nondet_int() ? "seven.." : "eight...";
    strcpy(to, from);
    return to[0];
}

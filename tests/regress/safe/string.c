// expect: true
// engines: bmc
// options: --property memory
// strcpy of a text that just fits.
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char to[9];
    const char *from = __VERIFIER_nondet_int() ? "seven.." : "eight...";
    strcpy(to, from);
    return to[0];
}

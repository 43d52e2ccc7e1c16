// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// What was read may still not be written.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char *p = __VERIFIER_nondet_int() ? "text" : "more";
    if (p[1] == 0x65)
        p[1] = 0x61;
    return 0;
}

// expect: true
// engines: bmc impact chc
// options: --property safe
// memcpy within an array, onto itself or behind; memmove may overlap.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[8] = { 0 };
    int by = __VERIFIER_nondet_int();
    if (by < 0 || by > 4)
        return 0;
    memmove(a + by, a, 4 * sizeof *a);
    memcpy(a + (by & 4), a, 4 * sizeof *a);
    return a[0];
}

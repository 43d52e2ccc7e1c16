// expect: false(library)
// engines: bmc impact chc
// options: --property safe
// says: memcpy: source and target overlap
// memcpy within an array, by less than is copied.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[8] = { 0 };
    int by = __VERIFIER_nondet_int();
    if (by < 0 || by > 4)
        return 0;
    memcpy(a + by, a, 4 * sizeof *a);
    return a[0];
}

// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// says: memcmp: read of 1 bytes: index 4 is outside b.4.
// memcmp may look at all bytes, also behind the first that differs.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char a[8] = "abcdefg", b[4] = { 'x', 'y', 'z', 'u' };
    return memcmp(a, b, __VERIFIER_nondet_int() ? 5 : 4) > 0;
}

// expect: true
// engines: bmc impact
// options: --property safe
// memcmp may look at all bytes, also behind the first that differs.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char a[8] = "abcdefg", b[4] = { 'x', 'y', 'z', 'u' };
    return memcmp(a, b, __VERIFIER_nondet_int() ? 3 : 4) > 0;
}

// expect: true
// engines: bmc
// options: --property safe --all
// says: ^  proved .*assertion *n < 4$
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n < 1 || n > 3)
        return 0;
    a[n] = n;
    assert(n < 4);
    x = 12 / n;
    x += 2147483600;
    return x;
}

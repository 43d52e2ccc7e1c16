// expect: false
// engines: bmc portfolio
// options: --property safe --all
// says: ^Summary:  [0-9]+ of [0-9]+ checks proved, 3 fail, 0 open
// Three checks fail, each in runs of its own; the assertion is proved.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n < 0 || n > 4)
        return 0;
    a[n] = n;
    assert(n < 4);
    x = 12 / n;
    x += 2147483640;
    return x;
}

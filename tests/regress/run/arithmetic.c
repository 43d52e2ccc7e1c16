// run: --random 1
// Integers of each width, as the compiler computes them.
extern int __VERIFIER_nondet_int(void);
#include <stdio.h>
int main(void) {
    signed char c = (signed char)200;
    unsigned short s = (unsigned short)70000;
    long long l = 1LL << 40;
    unsigned u = 5u - 7u;
    printf("%d %u %lld %u %d %d\n", c, s, l, u, -7 / 2, -7 % 2);
    double d = 1.0 / 3.0;
    float f = (float)d;
    printf("%.17g %.9g %d\n", d, f, (int)-2.9);
    return 0;
}

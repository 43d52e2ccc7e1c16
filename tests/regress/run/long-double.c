// run:
// long double has 64 bits of significand on x86.
#include <stdio.h>
int main(void) {
    volatile long double third = 1.0L / 3, one = 1;
    printf("%La %La\n", third, third * 3);
    printf("%d %d\n", (double)third == third, one + 0x1p-63L > one);
    printf("%a %d\n", (double)(one + 0x1p-60L), (double)(one + 0x1p-60L) == 1);
    volatile long long big = 9223372036854775807;
    printf("%La %lld\n", (long double)big, (long long)((long double)big));
    long double v[2] = { 1.5L, -2 }, *p = v;
    p[0] += p[1];
    printf("%La\n", v[0]);
}

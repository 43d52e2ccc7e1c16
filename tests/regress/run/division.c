// run:
// Signed division goes towards zero; the remainder has the dividend's sign.
#include <limits.h>
#include <stdio.h>
int main(void) {
    int a[] = { 7, -7, 7, -7, INT_MIN, INT_MAX }, b[] = { 2, 2, -2, -2, 3, -5 };
    for (int i = 0; i < 6; i++)
        printf("%d %d %u %u\n", a[i] / b[i], a[i] % b[i], (unsigned)a[i] / (unsigned)b[i], (unsigned)a[i] % (unsigned)b[i]);
    long long x = LLONG_MIN;
    printf("%lld %lld %llu\n", x / 10, x % 10, (unsigned long long)x / 10);
    signed char c = -128;
    c /= -1; // computed as int
    printf("%d\n", c);
}

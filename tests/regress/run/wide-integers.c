// run: --data-model LP64
// __int128: carries, division, shifts across the halves, conversion to double.
#include <stdio.h>
typedef __int128 Wide;
typedef unsigned __int128 UWide;
static void show(UWide x) {
    printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x);
}
int main(void) {
    volatile unsigned long long a = 0xfedcba9876543210, b = 0x123456789abcdef1;
    UWide product = (UWide)a * b;
    show(product);
    show(product + (product << 65));
    show(product / 1000000007);
    show(product % 1000000007);
    Wide n = -(Wide)product;
    show((UWide)n);
    show((UWide)(n >> 70));
    show((UWide)(n / 12345));
    printf("%a %d %d\n", (double)n, n < 0, (int)(n % 1000));
}

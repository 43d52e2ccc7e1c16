// run: --data-model ILP32
// Integer conversions where long and pointers have 32 bits.
#include <stdio.h>
int main(void) {
    long l = 0x80000000L;
    unsigned long ul = (unsigned long)-1;
    long long ll = l;
    printf("%zu %zu %zu %zu\n", sizeof(long), sizeof(void *), sizeof(long long), sizeof(long double));
    printf("%ld %lu %lld\n", l, ul, ll);
    printf("%d\n", -1 < 1u);       // unsigned comparison
    printf("%d\n", -1L < 1u);      // long is no wider than unsigned
    printf("%d\n", (long long)-1 < 1u);
    unsigned char c = 300;
    signed char s = (signed char)200;
    short h = (short)70000;
    printf("%d %d %d %d\n", c, s, h, (char)-129);
    printf("%lld %llu\n", (long long)(int)0xffffffffu, (unsigned long long)(unsigned)-2);
    char *p = (char *)0x1000;
    printf("%lu\n", (unsigned long)(p + 16));
    struct Mixed { char a; long long b; double c; char d; };
    printf("%zu\n", sizeof(struct Mixed)); // 8-byte types are aligned to 4
}

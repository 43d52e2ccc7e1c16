// run: --data-model LP64
// Integer conversions where long and pointers have 64 bits.
#include <stdio.h>
int main(void) {
    long l = 0x80000000L;
    unsigned long ul = (unsigned long)-1;
    printf("%zu %zu %zu %zu\n", sizeof(long), sizeof(void *), sizeof(long long), sizeof(long double));
    printf("%ld %lu\n", l, ul);
    printf("%d\n", -1 < 1u);
    printf("%d\n", -1L < 1u); // here long holds every unsigned
    printf("%ld\n", (long)(int)l);
    printf("%d %d\n", (int)0x1ffffffffL, (short)0x18000L);
    char *p = (char *)0x1000;
    printf("%lu\n", (unsigned long)(p + 16));
    struct Mixed { char a; long long b; double c; char d; };
    printf("%zu\n", sizeof(struct Mixed));
}

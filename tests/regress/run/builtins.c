// run:
// Compiler builtins: counts of bits, byte order, arithmetic that tells of overflow.
#include <limits.h>
#include <stdio.h>
int main(void) {
    volatile unsigned u = 0x00f0a000;
    volatile unsigned long long w = 0x0000100000000000;
    printf("%d %d %d %d\n", __builtin_popcount(u), __builtin_clz(u), __builtin_ctz(u), __builtin_ffs((int)u));
    printf("%d %d %d\n", __builtin_clzll(w), __builtin_ctzll(w), __builtin_parityll(w));
    printf("%x %llx %x\n", __builtin_bswap32(u), (unsigned long long)__builtin_bswap64(w), __builtin_bswap16(0x1234));
    int r;
    unsigned ur;
    volatile int m = INT_MAX;
    printf("%d ", __builtin_add_overflow(m, 1, &r));
    printf("%d ", r);
    printf("%d ", __builtin_mul_overflow(m, -1, &r));
    printf("%d ", r);
    printf("%d ", __builtin_sub_overflow(3u, 5u, &ur));
    printf("%u\n", ur);
    printf("%x %x\n", u << 7 | u >> 25, __builtin_expect(u > 5, 1));
    printf("%d %d\n", __builtin_constant_p(5), __builtin_abs(-4));
}

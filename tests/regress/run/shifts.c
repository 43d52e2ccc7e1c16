// run:
// Shifts of every width; the amount is of another type.
#include <stdint.h>
#include <stdio.h>
int main(void) {
    for (unsigned i = 0; i < 32; i += 5)
        printf("%x %x %d ", 0x80000001u >> i, 0x80000001u << i, (int)0x80000001 >> i);
    printf("\n");
    for (long long i = 0; i < 64; i += 13)
        printf("%llx %llx %lld ", 0x8000000000000001ull >> i, 0x8000000000000001ull << i, INT64_MIN >> i);
    printf("\n");
    uint8_t b = 0x81;
    int8_t s = (int8_t)0x81;
    b <<= 1;
    s >>= 1;
    printf("%d %d %d\n", b, s, (uint16_t)(0xffff << 4));
    int amount = 31;
    printf("%u %d\n", 1u << amount, -1 >> amount);
}

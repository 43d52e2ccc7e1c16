// run:
// The same bytes through several types: union, memcpy, character pointers.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef union {
    uint64_t u64;
    double d;
    uint32_t u32[2];
    float f[2];
    uint8_t bytes[8];
    struct {
        uint16_t low, high;
    } half;
} Pun;
int main(void) {
    Pun p = { .d = 1.5 };
    printf("%llx %x %x %d\n", (unsigned long long)p.u64, p.u32[0], p.u32[1], p.bytes[6]);
    p.bytes[7] |= 0x80;
    printf("%a\n", p.d);
    p.u32[0] = 0x40490fdb;
    printf("%a %x %x\n", p.f[0], p.half.low, p.half.high);
    float f = -0.1f;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    bits ^= 1;
    memcpy(&f, &bits, sizeof f);
    printf("%x %a\n", bits, f);
    uint32_t word = 0x01020304;
    unsigned char *c = (unsigned char *)&word;
    c[1] = 0xff;
    printf("%x %d\n", word, c[0]);
    uint16_t pair[2];
    memcpy(pair, &word, 4);
    printf("%x %x\n", pair[0], pair[1]);
}

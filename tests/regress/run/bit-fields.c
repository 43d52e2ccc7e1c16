// run:
// Bit-fields of all kinds: neighbours keep their values, signed ones extend.
#include <stdio.h>
struct Packed {
    unsigned a : 3;
    int b : 5;
    unsigned c : 24;
    long long d : 40;
    unsigned long long e : 24;
    signed char f : 2;
    _Bool g : 1;
    unsigned : 0;
    unsigned short h : 9;
};
static struct Packed global = { 7, -16, 0xabcdef, -1, 0x123456, 1, 1, 511 };
static void show(const struct Packed *p) {
    printf("%u %d %x %lld %llx %d %d %u\n", p->a, p->b, p->c, (long long)p->d, (unsigned long long)p->e, p->f, p->g, p->h);
}
int main(void) {
    struct Packed p = { 0 };
    show(&global);
    p.a = 9;      // 1
    p.b = 16;     // -16
    p.c--;        // all ones
    p.d = 1LL << 39;
    p.e = ~0ull;
    p.f = 2;      // -2
    p.g = 4;
    p.h += 513;   // 1
    show(&p);
    p.b >>= 2;
    p.d >>= 3;
    p.c ^= 0xf0f0f0;
    show(&p);
    struct Packed copy = p, array[2] = { [1] = copy };
    array[1].e++;
    show(&array[1]);
    show(&array[0]);
    printf("%zu %d\n", sizeof p, p.a - 2 < 0); // a narrow unsigned field becomes int
}

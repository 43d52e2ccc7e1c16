// expect: true
// engines: bmc
// Negation, absolute value and copysign change the sign of a NaN and nothing else.
#include <math.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned bits_of(float x) {
    unsigned bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

int main(void) {
    unsigned bits = __VERIFIER_nondet_uint();
    float x;
    memcpy(&x, &bits, sizeof x);
    if (bits_of(-x) != (bits ^ 0x80000000u) || bits_of(fabsf(x)) != (bits & 0x7fffffffu))
        reach_error();
    if (bits_of(copysignf(x, -1.0f)) != (bits | 0x80000000u) || (signbit(x) != 0) != bits >> 31)
        reach_error();
    return 0;
}

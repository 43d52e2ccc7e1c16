// expect: true
// engines: bmc
// A long double keeps its 80 bits, also those that no number is written with.
#include <string.h>
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned long long low = __VERIFIER_nondet_ulonglong(), low_after;
    unsigned short top = __VERIFIER_nondet_ushort(), top_after;
    long double x = 0, y;
    memcpy(&x, &low, 8);
    memcpy((char *)&x + 8, &top, 2);
    y = x;
    memcpy(&low_after, &y, 8);
    memcpy(&top_after, (char *)&y + 8, 2);
    if (low != low_after || top != top_after)
        reach_error();
    return 0;
}

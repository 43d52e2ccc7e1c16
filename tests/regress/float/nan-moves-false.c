// expect: false(unreach-call)
// engines: bmc
// An operation, unlike a move, makes a signalling NaN quiet.
#include <string.h>
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
    unsigned long long bits = __VERIFIER_nondet_ulonglong(), after;
    volatile double x, y;
    if (bits != 0x7ff4000000000001ull)
        return 0;
    memcpy((void *)&x, &bits, sizeof bits);
    y = x * 1.5;
    memcpy(&after, (void *)&y, sizeof after);
    if (after == 0x7ffc000000000001ull)
        reach_error();
    return 0;
}

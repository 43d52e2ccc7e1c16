// expect: true
// engines: bmc
// options: --no-sampling --data-model ILP32
// says: functions return signalling NaNs as they are
// A result of type double passes the x87 unit on 32-bit x86: a compiler that does not inline the call makes the NaN quiet.
#include <string.h>
extern void reach_error(void);
static double same(double x) { return x; }
int main(void) {
    unsigned long long bits = 0x7ff0000000000001ull, after;
    double x;
    memcpy(&x, &bits, 8);
    x = same(x);
    memcpy(&after, &x, 8);
    if (after != bits)
        reach_error();
    return 0;
}

// expect: true
// engines: bmc
// Moving a float keeps every bit of it: through variables, parameters, results, structures, arrays, choices and variable arguments.
#include <stdarg.h>
#include <string.h>
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
struct Pair {
    int tag;
    double value;
};
static double kept;

static unsigned long long bits_of(double x) {
    unsigned long long bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static struct Pair wrapped(double x) {
    struct Pair p = { 1, x };
    return p;
}

static double last(int n, ...) {
    va_list list;
    double x = 0;
    va_start(list, n);
    for (; n > 0; n--)
        x = va_arg(list, double);
    va_end(list);
    return x;
}

int main(void) {
    unsigned long long bits = __VERIFIER_nondet_ulonglong();
    double x, row[2];
    memcpy(&x, &bits, sizeof x);
    row[bits & 1] = wrapped(x).value;
    kept = last(2, 1.0, row[bits & 1]);
    if (bits_of(kept) != bits)
        reach_error();
    return 0;
}

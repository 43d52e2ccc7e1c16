// expect: false(no-overflow)
// engines: impact
// options: --property no-overflow
// The target is the full expression.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 3;
    if (x > 2147483640)
        y = (y + 1) * (x + 100);
    return y;
}

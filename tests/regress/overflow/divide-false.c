// expect: false(no-overflow)
// engines: bmc
// options: --property no-overflow
// The least number divided by -1 is out of range.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y == 0)
        return 0;
    return x / y > 5;
}

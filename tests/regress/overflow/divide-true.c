// expect: true
// engines: bmc
// options: --property no-overflow
// The least number divided by -1 is out of range.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (y == 0 || y == -1)
        return 0;
    return x / y > 5;
}

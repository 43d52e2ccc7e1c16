// expect: true
// engines: bmc
// options: --property no-overflow
// Only the least number has no negative.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < -2147483647)
        return 0;
    return -x > 0;
}

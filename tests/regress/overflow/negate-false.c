// expect: false(no-overflow)
// engines: bmc
// options: --property no-overflow
// Only the least number has no negative.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return -x > 0;
}

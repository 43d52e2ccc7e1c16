// expect: false
// engines: bmc
// Signed sums wrap.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x + x < 0 && x < 0x40000001)
        reach_error();
    return 0;
}

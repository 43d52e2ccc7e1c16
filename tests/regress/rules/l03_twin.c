// expect: false(rule)
// engines: bmc lazy slam
// replay: compiled program agrees
// says: rule acq: released, not held
// options: --rule tests/regress/rules/acq.slic
// L03, the spin lock of SLAM's papers: without n++ the loop ends with the lock released.
int __VERIFIER_nondet_int(void);
extern void acq(void), rel(void);
int main(void) {
    int n = 0, old;
    do {
        acq();
        old = n;
        if (__VERIFIER_nondet_int()) { // there is a request
            rel();
        }
    } while (n != old);
    rel();
    return 0;
}

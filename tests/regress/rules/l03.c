// expect: true
// engines: lazy impact slam
// options: --rule tests/regress/rules/acq.slic
// L03, the spin lock of SLAM's papers: the proof needs old == n.
int __VERIFIER_nondet_int(void);
extern void acq(void), rel(void);
int main(void) {
    int n = 0, old;
    do {
        acq();
        old = n;
        if (__VERIFIER_nondet_int()) { // there is a request
            rel();
            n++;
        }
    } while (n != old);
    rel();
    return 0;
}

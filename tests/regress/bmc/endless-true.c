// expect: true
// engines: bmc portfolio
// A loop without end: each round begins with a state that was there before.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int held = 0, last = 0;
    for (;;) {
        int want = __VERIFIER_nondet_int();
        if (want) {
            if (held)
                reach_error();
            held = 1;
        }
        last = want;
        if (last)
            held = 0;
    }
}

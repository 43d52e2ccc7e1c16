// expect: true
// engines: whale
// timeout: 60
// Sensing is never suspended for more than two steps; the step is a function, the loop stays a loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int susp;
void step(int sense) {
    if (sense) {
        if (susp < 2)
            susp++;
        else
            susp = 0;
    } else {
        susp = 0;
    }
}
int main(void) {
    while (__VERIFIER_nondet_int()) {
        step(__VERIFIER_nondet_int());
        if (susp > 2)
            reach_error();
    }
    return 0;
}

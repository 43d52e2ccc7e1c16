// expect: false
// engines: whale
// timeout: 60
// The twin of t11-pacemaker.c: three steps.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int susp;
void step(int sense) {
    if (sense) {
        if (susp < 3)
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

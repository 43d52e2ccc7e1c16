// expect: true
// engines: whale
// options: --inline-calls no
// timeout: 60
// Two calls that want different things of one function (A.15 of the notes).  ARGs of a function are merged by "some
// guard" and "each guard implies its summary"; summaries that are conjoined without their guards contradict each other
// (result >= 0 and result < 0), and what follows the second call would seem out of reach.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int side(int a, int steps) {
    if (steps <= 0)
        return a;
    return side(a >= 0 ? 5 : -3, steps - 1);
}
int main(void) {
    int steps = __VERIFIER_nondet_int();
    if (steps < 0 || steps > 100)
        return 0;
    int right = side(5, steps), left = side(-3, steps);
    if (right < 0)
        reach_error();
    if (left >= 0)
        reach_error();
    return 0;
}

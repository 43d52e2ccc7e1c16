// expect: false
// engines: whale
// options: --inline-calls no
// timeout: 60
// The twin of a15-merged.c: the error is behind both calls.
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
    if (left < -2)
        reach_error();
    return 0;
}

// expect: true
// engines: whale
// options: --inline-calls no
// timeout: 60
// Two calls of one function with different guards: one summary serves both.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int inc(int a) {
    return a + 1;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000)
        return 0;
    int y = inc(x);
    int z = inc(y);
    if (z < 2)
        reach_error();
    return 0;
}

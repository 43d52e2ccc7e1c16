// expect: true
// engines: chc
// timeout: 15
// What follows the recursive call at once does not matter, and the slice leaves it out: the call returns elsewhere there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int last;
static int down(int n) {
    if (n <= 0)
        return 0;
    last = down(n - 1);
    int r = down(n - 2);
    return r;
}
int main(void) {
    if (down(__VERIFIER_nondet_int()) != 0)
        reach_error();
    return last;
}

// expect: true
// engines: chc
// timeout: 15
// A loop as tail recursion.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int loop(int x) {
    if (x < 10)
        return loop(x + 1);
    return x;
}
int main(void) {
    if (loop(0) != 10)
        reach_error();
    return 0;
}

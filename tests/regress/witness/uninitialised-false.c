// expect: false(unreach-call)
// engines: impact
// Values that nobody assigned: the witness names the variables.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int twice(void) {
    short s;
    unsigned long unused;
    return 2 * s;
}
int main(void) {
    int n = __VERIFIER_nondet_int(), x; // both
    int y;
    if (n == 3 && x == 77 && y == -1 && twice() == -12)
        reach_error();
    return 0;
}

// expect: true
// engines: bmc
// After abort, exit or a failed assumption nothing is reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
void abort(void);
void exit(int);
static void assume_abort_if_not(int c) { if (!c) abort(); }
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 3);
    __VERIFIER_assume(y < x);
    if (y == 7)
        exit(1);
    if (x <= 3 || y >= x || y == 7)
        reach_error();
    return 0;
}

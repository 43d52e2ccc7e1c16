// expect: false
// engines: bmc
// After abort, exit or a failed assumption nothing is reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void abort(void);
static void assume_abort_if_not(int c) { if (!c) abort(); }
int main(void) {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 3);
    if (x == 4)
        reach_error();
    return 0;
}

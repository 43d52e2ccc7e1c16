// expect: false
// engines: bmc
// A variable without a value may have any.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x;
    if (__VERIFIER_nondet_int())
        x = 1;
    if (x == 7)
        reach_error();
    return 0;
}

// expect: true
// engines: bmc
// options: --property unreach-call
// The older name of reach_error.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(void) {
    if (0)
        __VERIFIER_error();
    return 0;
}

// expect: false
// engines: whale bmc
// timeout: 60
// The twin of main-called-again.c: the error is in the fourth activation.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth;
int main(void) {
    if (depth < 0 || depth > 2)
        reach_error();
    if (depth < 100000 && __VERIFIER_nondet_int()) {
        depth++;
        main();
    }
    return 0;
}

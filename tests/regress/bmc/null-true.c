// expect: true
// engines: bmc
// An access through a null pointer ends the run: what comes after is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 0, *p = __VERIFIER_nondet_int() ? &x : 0;
    *p = 1;
    if (x != 1)
        reach_error();
    return 0;
}

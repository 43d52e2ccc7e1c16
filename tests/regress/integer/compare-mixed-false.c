// expect: false
// engines: bmc
// Comparing signed with unsigned converts to unsigned.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned one = 1;
    if (x < 0 && !(x < one))
        reach_error();
    return 0;
}

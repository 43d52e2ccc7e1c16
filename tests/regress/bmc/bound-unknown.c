// expect: unknown(bound
// engines: bmc
// options: --bound 6
// The bound is never a proof: more rounds are possible.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int i = 0;
    while (__VERIFIER_nondet_int())
        i++;
    if (i == 9)
        reach_error();
    return 0;
}

// expect: unknown(bound
// engines: bmc
// options: --bound 5
// A bound is never a proof: the error is behind the tenth round.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int i = 0;
    while (__VERIFIER_nondet_int())
        i++;
    if (i == 10)
        reach_error();
    return 0;
}

// expect: unknown(bound
// engines: runs
// timeout: 200
// slow
// Inputs are guessed, so no number of runs is a proof.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10 && x < 10)
        reach_error();
    return x == 7 ? 1 : 0;
}

// expect: false(unreach-call)
// engines: bmc
// Rounds of a loop are told once; what has nothing to do with the error is not told.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int other = __VERIFIER_nondet_int();
    int sum = 0;
    if (n < 0 || n > 20)
        return 0;
    if (other > 3)
        other = 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    if (sum == 55)
        reach_error();
    return other;
}

// expect: true
// engines: bmc
// Recursion is unwound like a loop; the solver sees that it ends.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned sum(unsigned n) {
    return n ? n + sum(n - 1) : 0;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n <= 6 && sum(n) > 21)
        reach_error();
    return 0;
}

// expect: true
// engines: bmc
// Two nested loops with inputs as bounds: the solver sees that they end.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), c = 0;
    if (n > 4 || m > 3)
        return 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++)
            c++;
    if (c > 12)
        reach_error();
    return 0;
}

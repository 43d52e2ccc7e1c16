// expect: unknown(
// engines: bmc
// options: --externals stop
// A call of it is not modelled: no verdict.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void fill(int *p);
int main(void) {
    int x = 1;
    fill(&x);
    if (x == 5)
        reach_error();
    return 0;
}

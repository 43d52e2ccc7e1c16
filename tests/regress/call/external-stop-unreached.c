// expect: true
// engines: bmc
// options: --externals stop
// What is not modelled matters only where it is reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void fill(int *p);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x * x == -1 && x > 0 && x < 100)
        fill(&x);
    return 0;
}

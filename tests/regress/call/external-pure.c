// expect: true
// engines: bmc
// options: --externals pure
// Taken as free of side effects it does not.
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

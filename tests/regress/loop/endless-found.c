// expect: false
// engines: bmc
// options: --bound 20
// The same error within the bound.
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

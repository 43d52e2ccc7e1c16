// expect: true
// engines: bmc
// An index that is an input reaches each element.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a[4] = { 3, 1, 4, 1 }, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    a[i] = 9;
    int nines = 0;
    for (int k = 0; k < 4; k++)
        nines += a[k] == 9;
    if (nines != 1)
        reach_error();
    return 0;
}

// expect: false
// engines: bmc
// An index that is an input reaches each element.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a[4] = { 3, 1, 4, 1 }, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    if (a[i] == 4)
        reach_error();
    return 0;
}

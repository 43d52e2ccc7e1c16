// expect: false
// engines: bmc
// options: --bound 6
// The bound is for recursion too.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth(void) {
    return __VERIFIER_nondet_int() ? 1 + depth() : 0;
}
int main(void) {
    if (depth() == 4)
        reach_error();
    return 0;
}

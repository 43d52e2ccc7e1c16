// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// says: leads to no function
// One of the pointers is null.
int __VERIFIER_nondet_int(void);
static int f(int x) {
    return x;
}
static int g(int x) {
    return x + 1;
}
int main(void) {
    int (*p[3])(int) = { f, g, 0 };
    unsigned i = (unsigned)__VERIFIER_nondet_int();
    if (i > 2)
        return 0;
    int (*q)(int) = p[i];
    return q(3);
}

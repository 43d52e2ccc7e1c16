// expect: true
// engines: bmc impact
// options: --property memory
// No pointer that is null is called.
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
    if (i > 1)
        return 0;
    int (*q)(int) = p[i];
    return q(3);
}

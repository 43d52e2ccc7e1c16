// expect: true
// engines: bmc impact
// options: --property safe
// The twin of block-again-bad: p is set in each iteration.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int *p;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < 2; i++) {
        int a[10];
        if (i == 0 || n != 3 || i == 1)
            p = a;
        p[0] = 1;
    }
    return 0;
}

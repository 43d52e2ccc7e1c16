// expect: false
// engines: bmc
// A loop over an array of inputs.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a[5], max;
    for (int i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_int();
    max = a[0];
    for (int i = 1; i < 5; i++)
        if (a[i] > max)
            max = a[i];
    for (int i = 0; i < 5; i++)
        if (a[i] >= max)
            reach_error();
    return 0;
}

// expect: true
// engines: bmc
// options: --property safe
// says: arrays, structures and other memory are written before they are read
// The last element has no value; that is not looked for, and a line says so.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4], k = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        a[i] = i;
    if (k >= 0 && k < 4 && a[k] > 1)
        return 1;
    return 0;
}

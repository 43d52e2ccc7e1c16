// expect: true
// engines: impact
// options: --property safe --data-model ILP32
// says: Summary: *1 of 1 checks proved
// The compiled program is run, too, with AddressSanitizer: abort() is no violation there.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int a[4];
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 3)
        abort();
    a[x] = 1;
    return 0;
}

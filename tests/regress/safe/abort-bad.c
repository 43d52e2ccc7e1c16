// expect: false(valid-deref)
// engines: impact
// options: --property safe --data-model ILP32
// replay: agrees .AddressSanitizer
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int a[4];
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 4)
        abort();
    a[x] = 1;
    return 0;
}

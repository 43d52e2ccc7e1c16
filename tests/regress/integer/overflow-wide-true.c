// expect: true
// engines: bmc impact
// options: --property no-overflow
// Wide enough for what is computed: no solver need multiply.
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint();
    short s = __VERIFIER_nondet_short();
    long long product = (long long)x * y, negative = -product, sum = (long long)u + x - y, scaled = 3LL * u - 7LL * x;
    int small = s * 65535, choice = (x > 0 ? s : 100) * 1000;
    return product + sum == scaled && negative && small && choice;
}

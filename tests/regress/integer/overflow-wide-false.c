// expect: false(no-overflow)
// engines: bmc impact
// options: --property no-overflow
// One more than what is wide enough.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint(), v = __VERIFIER_nondet_uint();
    long long fits = (long long)x * u, square = (long long)u * v;
    return fits == square;
}

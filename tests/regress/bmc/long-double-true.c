// expect: true
// engines: bmc
// An x86 long double in memory has its own format.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    long double a[2];
    unsigned i = __VERIFIER_nondet_uint() & 1;
    a[i] = 0.5L;
    a[!i] = -3.0L;
    if (a[0] + a[1] != -2.5L)
        reach_error();
    return 0;
}

// expect: true
// engines: bmc
// Shifts of negative numbers keep the sign.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned n = __VERIFIER_nondet_uint() % 31;
    if (x < 0 && (x >> n) >= 0)
        reach_error();
    if (((unsigned)x << n >> n) > (unsigned)x)
        reach_error();
    return 0;
}

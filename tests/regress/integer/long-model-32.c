// expect: true
// engines: bmc
// options: --data-model ILP32
// long has 32 bits under ILP32, long long 64.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    if (sizeof(long) != 4 || sizeof(void *) != 4 || sizeof(long long) != 8)
        reach_error();
    long long x = __VERIFIER_nondet_int();
    if (x * 4 / 4 != x)
        reach_error();
    return 0;
}

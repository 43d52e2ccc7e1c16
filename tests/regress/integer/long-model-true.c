// expect: true
// engines: bmc
// options: --data-model LP64
// long has 64 bits under LP64.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    long x = __VERIFIER_nondet_int();
    if (x * 4 / 4 != x)
        reach_error();
    if (sizeof(long) != 8 || sizeof(void *) != 8)
        reach_error();
    return 0;
}

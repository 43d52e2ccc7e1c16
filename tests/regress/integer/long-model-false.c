// expect: false
// engines: bmc
// options: --data-model LP64
// long has 64 bits under LP64.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    long y = (long)x + 1;
    if (y > 2147483647)
        reach_error();
    return 0;
}

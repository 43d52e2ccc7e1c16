// expect: true
// engines: bmc
// options: --property safe --no-check division
// What is left out is not looked for.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == -1)
        return 0;
    return x > -5 ? 10 % x : 0;
}

// expect: false
// engines: chc
// timeout: 15
// In steps of two an odd number gets below zero.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void down(int n) {
    if (n < 0)
        reach_error();
    if (n > 0)
        down(n - 2);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 0)
        down(n);
    return 0;
}

// expect: true
// engines: portfolio
// Calls are left: most members are not for this.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int down(int n) {
    return n <= 0 ? n : down(n - 2);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 20 && down(n) > 0)
        reach_error();
    return 0;
}

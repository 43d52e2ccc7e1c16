// expect: false
// engines: slam
// Each call goes one further.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void walk(int n, int mode) {
    if (mode == 3)
        reach_error();
    if (n > 0)
        walk(n - 1, mode + 1);
}
int main(void) {
    int mode = __VERIFIER_nondet_int();
    if (mode == 1 || mode == 2)
        walk(__VERIFIER_nondet_int(), mode);
    return 0;
}

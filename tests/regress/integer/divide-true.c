// expect: true
// engines: bmc
// Division truncates toward zero and the remainder has the sign of the dividend.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < -8 || a > 7 || b < -3 || b > 3 || b == 0)
        return 0;
    if (a / b * b + a % b != a)
        reach_error();
    if (a < 0 && a % b > 0)
        reach_error();
    return 0;
}

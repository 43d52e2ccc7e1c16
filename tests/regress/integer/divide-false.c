// expect: false
// engines: bmc
// Division truncates toward zero and the remainder has the sign of the dividend.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    if (a < -100 || a > 100)
        return 0;
    if (a / 2 != a >> 1) // differs for odd negative numbers
        reach_error();
    return 0;
}

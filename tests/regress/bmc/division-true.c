// expect: true
// engines: bmc
// Division truncates, and the remainder has the sign of the first operand.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 7;
    if (x % y > 0 && x >= -100 && x < 0 && x / y * y + x % y == x)
        reach_error();
    return 0;
}

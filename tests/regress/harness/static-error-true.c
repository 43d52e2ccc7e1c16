// expect: true
// options: --property unreach-call
// The twin of static-error-false.c: no int times 7 is 92 without wrapping, and x is small.
extern int __VERIFIER_nondet_int(void);
static void reach_error(void) {
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > -1000 && x < 1000 && x * 7 == 92)
        reach_error();
    return 0;
}

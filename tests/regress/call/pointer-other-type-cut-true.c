// expect: true
// engines: bmc impact
// An integer wider than the parameter, or than the result that the caller wants, is cut.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int got;
static void take(unsigned char c) {
    got = c;
}
static void take_more(unsigned char c) {
    got = c + 1;
}
static int give(void) {
    return 0x1234;
}
static int give_more(void) {
    return 0x1235;
}
int main(void) {
    void (*f)(int) = (void (*)(int))(__VERIFIER_nondet_int() ? take : take_more);
    signed char (*g)(void) = (signed char (*)(void))(__VERIFIER_nondet_int() ? give : give_more);
    f(0x312);
    int x = g();
    if ((got != 0x12 && got != 0x13) || (x != 0x34 && x != 0x35))
        reach_error();
    return 0;
}

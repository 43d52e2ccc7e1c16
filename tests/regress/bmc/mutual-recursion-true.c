// expect: true
// engines: bmc portfolio
// Two functions that call each other, with a global between them.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static int calls;
static int odd(unsigned n);
static int even(unsigned n) {
    calls++;
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(unsigned n) {
    calls++;
    return n == 0 ? 0 : even(n - 1);
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 8 && even(n) && calls > 7)
        reach_error();
    return 0;
}

// expect: false(unreach-call)
// engines: bmc
// Calls are told by indentation; recursion is not inlined.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static unsigned depth;
static unsigned down(unsigned n) {
    depth++;
    if (n == 0)
        return depth;
    return down(n - 1);
}
static void check(unsigned found) {
    if (found == 4)
        reach_error();
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 10)
        check(down(n));
    return 0;
}

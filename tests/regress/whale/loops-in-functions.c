// expect: true
// engines: whale
// options: --inline-calls no
// timeout: 60
// Loops in functions that are called, a global variable, recursion: invariants of loops and contracts in one proof.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int total;
static unsigned twice(unsigned n) {
    unsigned s = 0, i = 0;
    while (i < n) {
        s = s + 2;
        i++;
    }
    total = total + 1;
    return s;
}
static int down(int n) {
    if (n <= 0)
        return 0;
    return down(n - 1) + 1;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_int();
    if (n > 1000)
        return 0;
    if (twice(n) != 2 * n)
        reach_error();
    if (total != 1)
        reach_error();
    if (down(n) > 1000)
        reach_error();
    return 0;
}

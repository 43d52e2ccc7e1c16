// expect: true
// engines: chc
// timeout: 15
// A recursive function changes a global: the summary relates what it was to what it is.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth;
static void go(int n) {
    depth++;
    if (n > 0)
        go(n - 1);
    depth--;
}
int main(void) {
    int before = __VERIFIER_nondet_int();
    depth = before;
    go(__VERIFIER_nondet_int());
    if (depth != before)
        reach_error();
    return 0;
}

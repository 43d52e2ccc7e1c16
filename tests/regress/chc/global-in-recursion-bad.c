// expect: false
// engines: chc
// timeout: 15
// The last activation forgets to take the global down.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int depth;
static void go(int n) {
    depth++;
    if (n > 0)
        go(n - 1);
    else
        return;
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

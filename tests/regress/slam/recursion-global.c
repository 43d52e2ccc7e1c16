// expect: true
// engines: slam chc
// What the recursion adds it takes away again: a summary g == entry!g.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int g;
static void down(int n) {
    if (n <= 0)
        return;
    g = g + 1;
    down(n - 1);
    g = g - 1;
}
int main(void) {
    g = 0;
    down(__VERIFIER_nondet_int());
    if (g != 0)
        reach_error();
    return 0;
}

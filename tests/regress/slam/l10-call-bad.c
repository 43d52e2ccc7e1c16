// expect: false
// engines: slam
// options: --states 0
// L10 with a call that is not inlined on the way: the slice goes through it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int i) {
    return i > 2 ? f(i / 2) : i;
}
int main(void) {
    int c = 0, a = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
    for (int i = 0; i < 1000; i++)
        c = c + 1;
    if (a > 0)
        if (f(x) == 2 && c > 0)
            reach_error();
    return c & 1;
}

// expect: false
// engines: bmc
// A call through a pointer goes to one of the functions it may point to.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int up(int x) { return x + 1; }
static int down(int x) { return x - 1; }
int main(void) {
    int (*f)(int) = __VERIFIER_nondet_int() ? up : down;
    if (f(5) == 4)
        reach_error();
    return 0;
}

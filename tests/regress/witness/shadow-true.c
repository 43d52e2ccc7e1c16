// expect: true
// engines: impact
// Three variables x: in each loop the name means another one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x = 3;
static void outer(void) {
    while (__VERIFIER_nondet_int())
        if (x < 7)
            x++;
}
static int inner(int x) {
    static int calls;
    calls++;
    for (int i = 0; i < 3; i++) {
        int x = -5;
        while (__VERIFIER_nondet_int() && x < 0)
            x++;
        if (x > 0)
            reach_error();
    }
    return x;
}
int main(void) {
    outer();
    int y = inner(1);
    if (x < 3 || x > 7 || y != 1)
        reach_error();
    return 0;
}

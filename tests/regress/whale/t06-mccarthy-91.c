// expect: true
// engines: whale
// timeout: 60
// says: mc91: requires 1; ensures result >= 91$
// McCarthy's function (seed: figure 6.1).  The two specifications of the paper, (true, result >= 91) of the first
// recursive call and (p >= 91, result >= 91) of the second, merged: the guards by "or", and the summary is the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int mc91(int p) {
    int r;
    if (p > 100) {
        r = p - 10;
    } else {
        int p1 = p + 11;
        int p2 = mc91(p1);
        r = mc91(p2);
    }
    return r;
}
int main(void) {
    int p = __VERIFIER_nondet_int();
    if (mc91(p) < 91)
        reach_error();
    return 0;
}

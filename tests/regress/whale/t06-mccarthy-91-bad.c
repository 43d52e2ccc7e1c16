// expect: false
// engines: whale
// timeout: 60
// The twin of t06-mccarthy-91.c: 91 is a result.
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
    if (mc91(p) < 92)
        reach_error();
    return 0;
}

// expect: true
// engines: whale
// options: --inline-calls no
// timeout: 60
// The twin of t33-guards-conjoined.c without the error.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int f(int a) {
    if (__VERIFIER_nondet_int())
        return a;
    else
        return a;
}
int main(void) {
    int p = __VERIFIER_nondet_int();
    int b = f(p);
    if (p >= 0) {
        if (b < 0)
            reach_error();
    } else {
        if (b >= 0)
            reach_error();
    }
    return 0;
}

// expect: true
// engines: impact lazy
// b and (not b or c) against not c: the interpolant is c.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    _Bool b = N(), c = N();
    if (!b || !(!b || c)) return 0;
    while (N()) { }
    if (!c) reach_error();
}

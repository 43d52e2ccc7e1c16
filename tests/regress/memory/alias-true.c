// expect: true
// engines: bmc
// Two pointers may be equal.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 1, y = 2, *p = __VERIFIER_nondet_int() ? &x : &y, *q = &y;
    *p = 5;
    *q = 6;
    if (p == q ? *p != 6 || x != 1 : *p != 5)
        reach_error();
    return 0;
}

// expect: true
// engines: bmc
// A pointer that is one of two addresses: no array is needed for it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 1, y = 2, *p = __VERIFIER_nondet_int() ? &x : &y;
    *p = 7;
    if (x + y != 9 && x + y != 8)
        reach_error();
    return 0;
}

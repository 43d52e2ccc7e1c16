// expect: true
// engines: bmc impact
// An integer in a union with a double is that integer, also where it looks like a NaN.
extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
union Cell {
    long i;
    double d;
};

int main(void) {
    union Cell a, b;
    a.i = __VERIFIER_nondet_long();
    b.d = a.d;
    if (b.i != a.i)
        reach_error();
    return 0;
}

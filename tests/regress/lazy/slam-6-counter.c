// expect: true
// engines: impact lazy
// The interpolant after the loop is y = x + 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    unsigned ctr = (unsigned)N(), i = (unsigned)N(), x, y;
    x = ctr;
    ctr = ctr + 1;
    y = ctr;
    while (N()) { }
    if (x == i - 1 && y != i) reach_error();
}

// expect: true
// engines: impact lazy bmc
// One predicate per point: x = ctr, x = ctr - 1, x = y - 1, y = m + 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int ctr = N(), m = N(), x, y;
    x = ctr;
    ctr = (int)((unsigned)ctr + 1u);
    y = ctr;
    if (x == m)
        if (y != (int)((unsigned)m + 1u)) reach_error();
}

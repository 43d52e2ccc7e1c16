// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin of t06: the numbers wrap, so y need not be larger.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int ctr = N(), m = N(), x, y;
    x = ctr;
    ctr = (int)((unsigned)ctr + 1u);
    y = ctr;
    if (x == m)
        if (y <= m) reach_error();
}

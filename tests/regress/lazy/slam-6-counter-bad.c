// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: x and y the other way round.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    unsigned ctr = (unsigned)N(), i = (unsigned)N(), x, y;
    x = ctr;
    ctr = ctr + 1;
    y = ctr;
    while (N()) { }
    if (y == i - 1 && x != i) reach_error();
}

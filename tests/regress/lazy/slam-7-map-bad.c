// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: the second cut changes x.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    unsigned ctr = (unsigned)N(), i = (unsigned)N(), x, y;
    x = ctr;
    while (N()) { }
    ctr = ctr + 1;
    while (N()) { x = ctr; }
    y = ctr;
    while (N()) { }
    if (x != i - 1) return 0;
    while (N()) { }
    if (y != i) reach_error();
}

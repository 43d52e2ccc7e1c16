// expect: true
// engines: impact lazy
// A cut after each command: x = ctr, x = ctr - 1, y = x + 1, y = i.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    unsigned ctr = (unsigned)N(), i = (unsigned)N(), x, y;
    x = ctr;
    while (N()) { }
    ctr = ctr + 1;
    while (N()) { }
    y = ctr;
    while (N()) { }
    if (x != i - 1) return 0;
    while (N()) { }
    if (y != i) reach_error();
}

// expect: true
// engines: iufo vbox vboxes
// d is never 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int d = N();
    if (d < 1) return 0;
    while (N()) {
        if (d > 1000) break;
        d = d + 1;
    }
    if (d == 0) reach_error();
    return 100 / d;
}

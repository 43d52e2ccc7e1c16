// expect: false(unreach-call)
// engines: iufo vbox vboxes
// Without the test it may be.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int d = N();
    
    while (N()) {
        if (d > 1000) break;
        d = d + 1;
    }
    if (d == 0) reach_error();
    return 100 / d;
}

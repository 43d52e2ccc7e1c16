// expect: true
// engines: iufo bpufo vbox
// At most two steps in a row are suspended.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int susp = 0;
    while (N()) {
        if (N()) { if (susp < 2) susp++; else susp = 0; } else susp = 0;
        if (susp > 2) reach_error();
    }
}

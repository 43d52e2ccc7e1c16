// expect: false(unreach-call)
// engines: iufo bpufo vbox
// Three rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int susp = 0;
    while (N()) {
        if (N()) { if (susp < 3) susp++; else susp = 0; } else susp = 0;
        if (susp > 2) reach_error();
    }
}

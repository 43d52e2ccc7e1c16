// expect: false(unreach-call)
// engines: iufo bpufo vbox
// Three rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int st[2] = { 0, 0 };
    while (N()) {
        if (st[0] == 0) { st[0] = 1; } else { st[0] = 0; st[1] = 1; }
    }
    if (st[0] == 1 && st[1] == 1) reach_error();
}

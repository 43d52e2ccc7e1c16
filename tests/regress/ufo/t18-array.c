// expect: true
// engines: iufo bpufo vbox
// An array with constant indices is as good as variables.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int st[2] = { 0, 0 };
    while (N()) {
        if (st[0] == 0) { st[0] = 1; st[1] = 0; } else { st[0] = 0; st[1] = 1; }
    }
    if (st[0] == 1 && st[1] == 1) reach_error();
}

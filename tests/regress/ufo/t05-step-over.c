// expect: true
// engines: iufo bpufo vbox
// x <= 10 and x != 9 is inductive, x != 9 alone is not: interpolants that add to intervals need one refinement.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 10;
    while (N()) {
        if (x < -1000) break;
        if (N()) x = x - 2; else x = x - 3;
    }
    if (x == 9) reach_error();
}

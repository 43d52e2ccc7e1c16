// expect: false(unreach-call)
// engines: iufo bpufo vbox
// Two rounds, of two.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 13;
    while (N()) {
        if (x < -1000) break;
        if (N()) x = x - 2; else x = x - 3;
    }
    if (x == 9) reach_error();
}

// expect: true
// engines: iufo bpufo vbox
// 1 and -1: intervals hold 0 as well.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N() ? 1 : -1;
    while (N()) x = -x;
    if (x == 0) reach_error();
}

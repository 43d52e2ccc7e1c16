// expect: false(unreach-call)
// engines: iufo bpufo vbox
// Signed sums wrap.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N();
    if (x > 0 && x + 1 < 0) reach_error();
}

// expect: true
// engines: iufo bpufo vbox
// Twice an integer is never 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N();
    if (2 * x == 1) reach_error();
}

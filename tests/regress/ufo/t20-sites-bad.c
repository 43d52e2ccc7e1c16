// expect: false(unreach-call)
// engines: iufo bpufo vbox
// Of two places the second can be reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N();
    if (x > 0) {
        if (x < 0) reach_error();
    }
    if (x == 5) reach_error();
}

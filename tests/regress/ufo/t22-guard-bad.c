// expect: false(unreach-call)
// engines: iufo bpufo vbox
// It ends at 12.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0;
    while (x < 10) x += 3;
    if (x != 10) reach_error();
}

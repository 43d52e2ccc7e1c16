// expect: true
// engines: iufo bpufo vbox
// Widening loses the bound; the guard and interpolants bring it back.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0;
    while (x < 10) x++;
    if (x != 10) reach_error();
}

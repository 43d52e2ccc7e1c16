// expect: true
// engines: iufo bpufo vbox
// The loop is never entered.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int i = 0, x = 0, n = -1;
    while (i < n) {
        if (i <= 2) x = 0; else x = i;
        i++;
    }
    if (x < 0) reach_error();
}

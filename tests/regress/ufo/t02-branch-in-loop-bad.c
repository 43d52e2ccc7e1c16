// expect: false(unreach-call)
// engines: iufo bpufo vbox
// Only four rounds (n = 4) show it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int i = 0, x = 0, n = N();
    while (i < n) {
        if (i <= 2) x = 0; else x = i - 4;
        i++;
    }
    if (x < 0) reach_error();
}

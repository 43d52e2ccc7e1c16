// expect: false(unreach-call)
// engines: iufo vbox
// options: --timeout 5
// may-be-unknown: iufo cpufo bpufo cp bp vbox ubox vboxes uboxes
// A product that wraps below 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int n = N(), f = 1;
    for (int i = 1; i <= n; i++) f = f * i;
    if (n >= 1 && f < 1) reach_error();
}

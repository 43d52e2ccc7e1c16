// expect: false(unreach-call)
// engines: iufo cpufo bpufo cp bp vbox ubox vboxes uboxes
// y and z differ after two rounds.  Must never be 'true', as t13a-frontier-bad.c.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int k = 0, y = N(), z = y;
    while (N()) {
        if (k == 0) k = 1; else { k = 0; y = N(); z = N(); }
    }
    if (k == 0 && y != z) reach_error();
}

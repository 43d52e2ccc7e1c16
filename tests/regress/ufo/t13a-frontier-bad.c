// expect: false(unreach-call)
// engines: iufo cpufo bpufo cp bp vbox ubox vboxes uboxes
// options: --widen-delay 1
// y and z differ after one round.  Must never be 'true': labels that hold only what is new at a node must not
// restrict interpolants.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int y = N(), z = y;
    while (N()) { y = N(); z = N(); }
    if (y != z) reach_error();
}

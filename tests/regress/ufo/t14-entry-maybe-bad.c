// expect: false(unreach-call)
// engines: iufo cpufo bpufo cp bp vbox ubox vboxes uboxes
// The entry is never false.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    if (N()) reach_error();
}

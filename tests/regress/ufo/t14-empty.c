// expect: true
// engines: iufo cpufo bpufo cp bp vbox ubox vboxes uboxes
// Nothing to reach.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
}

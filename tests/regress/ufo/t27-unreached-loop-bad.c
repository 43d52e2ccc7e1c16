// expect: false(unreach-call)
// engines: iufo cpufo bpufo cp bp vbox ubox vboxes uboxes
// The first node of the loop is false; what follows the loop must be looked at all the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int a = N();
    a = a - a;
    if (a > 0) {
        while (N()) a++;
    }
    if (N()) reach_error();
}

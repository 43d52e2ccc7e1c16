// expect: true
// engines: iufo cpufo bpufo cp bp vbox ubox vboxes uboxes
// x stays even, also where it wraps.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 10;
    while (N()) x = x - 2;
    if (x == 9) reach_error();
}

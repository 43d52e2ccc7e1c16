// expect: false(unreach-call)
// engines: iufo vbox vboxes
// may-be-unknown: bpufo
// The fourth round of the outer loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int s = 0, n = N();
    if (n > 40) return 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            s++;
            if (s > 5) reach_error();
        }
}

// expect: false(unreach-call)
// engines: iufo vbox vboxes
// The fourth round of the outer loop.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int s = 0, n = N();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            if (s < 1000) s++;
            if (s > 5) reach_error();
        }
}

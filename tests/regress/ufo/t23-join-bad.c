// expect: false(unreach-call)
// engines: iufo vbox vboxes
// One round more.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N() ? 1 : -1;
    while (N()) x = -x + 1;
    if (x == 0) reach_error();
}

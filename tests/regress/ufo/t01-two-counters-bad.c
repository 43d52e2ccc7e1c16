// expect: false(unreach-call)
// engines: iufo bpufo vbox
// The second counter is left behind.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0, y = 0;
    while (N()) { x++; y++; }
    while (x != 0) { x--; y -= 2; }
    if (y != 0) reach_error();
}

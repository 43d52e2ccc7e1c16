// expect: true
// engines: iufo bpufo vbox
// Two loops over two counters that are equal: intervals alone cannot say so.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0, y = 0;
    while (N()) { x++; y++; }
    while (x != 0) { x--; y--; }
    if (y != 0) reach_error();
}

// expect: true
// engines: impact lazy
// may-be-unknown: impact lazy
// timeout: 10
// Needs x = y; discovery of predicates may unwind for ever and must then end in unknown.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = 0, y = 0;
    while (N()) { if (x > 1000000) return 0; x++; y++; }
    while (x > 0) { x--; y--; }
    if (y != 0) reach_error();
}

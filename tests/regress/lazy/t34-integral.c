// expect: true
// engines: impact lazy bmc
// 2x = 1 has solutions in the rationals only.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N();
    if (2 * (unsigned)x == 1) reach_error();
}

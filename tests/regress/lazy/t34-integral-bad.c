// expect: false(unreach-call)
// engines: impact lazy bmc
// Twin: 3x = 1 has a solution modulo 2 to the 32.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N();
    if (3 * (unsigned)x == 1) reach_error();
}

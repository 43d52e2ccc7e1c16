// expect: false(unreach-call)
// engines: impact lazy bmc
// Reached by x = 0, y = 0, z = 2, for one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N(), y = N(), z = N(), a;
    if (y == x) y++;
    if (z <= x) y++;
    a = y - z;
    if (a < x) reach_error();
}

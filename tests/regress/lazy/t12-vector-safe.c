// expect: true
// engines: impact lazy bmc
// Twin of t12, with bounds that exclude it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x = N(), y = N(), z = N(), a;
    if (x < 0 || x > 100 || y < x || y > 100 || z < 0 || z > 0) return 0;
    if (y == x) y++;
    if (z <= x) y++;
    a = y - z;
    if (a < x) reach_error();
}

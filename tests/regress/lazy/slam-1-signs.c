// expect: true
// engines: impact lazy bmc
// Twin: y is negative there, and not the least number.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x, y = N(), z = 5;
    if (y == 0 || y < -1000) return 0;
    if (y > 0) x = z;
    else x = -y;
    if (!(x > 0)) reach_error();
}

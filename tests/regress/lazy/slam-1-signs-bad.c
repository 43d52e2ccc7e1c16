// expect: false(unreach-call)
// engines: impact lazy bmc
// Signs of x, y and z do not save it: y = 0.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
int main(void) {
    int x, y = N(), z = 5;
    if (y > 0) x = z;
    else x = -y;
    if (!(x > 0)) reach_error();
}

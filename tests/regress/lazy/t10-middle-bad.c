// expect: false(unreach-call)
// engines: impact lazy bmc
// ... and what it computes is not the middle: (2, 3, 1) gives 1.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
#define DEAD
int middle(int x, int y, int z) {
    int m = z;
    if (y < z)
        if (x < y) m = y;
        else if (x < z) m = x;
        else if (x > y) m = y;
        else if (x > z) { DEAD m = x; }
    return m;
}
int main(void) {
    int x = N(), y = N(), z = N(), m = middle(x, y, z);
    if (x > z && y > x && m != x) reach_error();
}

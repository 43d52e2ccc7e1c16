// expect: true
// engines: impact lazy bmc
// Two branches of a wrong 'middle' cannot be reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define N __VERIFIER_nondet_int
#define DEAD reach_error();
int middle(int x, int y, int z) {
    int m = z;
    if (y < z)
        if (x < y) m = y;
        else if (x < z) m = x;
        else if (x > y) m = y;
        else if (x > z) { DEAD m = x; }
    return m;
}
int main(void) { int x = N(), y = N(), z = N(); return middle(x, y, z); }

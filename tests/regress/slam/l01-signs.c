// expect: true
// engines: slam
// y = 0 takes the first branch.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x, y = __VERIFIER_nondet_int(), z = 5;
    if (y < -1000000)
        return 0;
    if (y >= 0)
        x = z;
    else
        x = -y;
    if (!(x > 0))
        reach_error();
    return 0;
}

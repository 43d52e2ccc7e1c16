// expect: false
// engines: bmc impact lazy
// Paths that meet bring different values, some of them from before the branch.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g = 7;
int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    switch (x) {
    case 1:
        y = g;
        break;
    case 2:
    case 5:
        g = x;
    case 3:
        y = g + 1;
    }
    if (y == 6 && g == 5)
        reach_error();
    return 0;
}

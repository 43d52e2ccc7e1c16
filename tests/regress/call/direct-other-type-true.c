// expect: true
// engines: bmc impact
// Whatever arrives.
extern void reach_error(void);
static double d;
static void take(double x) {
    d = x;
}
int main(void) {
    ((void (*)(int))take)(3);
    if (d < 0 && d > 0)
        reach_error();
    return 0;
}

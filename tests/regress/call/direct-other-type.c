// expect: unknown(unmodelled: call of a function as one of another type)
// engines: bmc impact
// What arrives in a register for floats is not known: the error is possible, and the compiled program need not reach it.
extern void reach_error(void);
static double d;
static void take(double x) {
    d = x;
}
int main(void) {
    ((void (*)(int))take)(3);
    if (d == 17.25)
        reach_error();
    return 0;
}

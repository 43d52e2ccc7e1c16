// expect: true
// engines: bmc
// The right side is evaluated only where it counts.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int calls;
static int called(void) {
    calls++;
    return 1;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x && called()) {
        if (calls != 1)
            reach_error();
    } else if (calls) {
        reach_error();
    }
    return 0;
}

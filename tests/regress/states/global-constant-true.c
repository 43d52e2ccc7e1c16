// expect: true
// engines: bmc
// says: Nothing to check
// Only its first value is ever assigned to 'mode', so the test is decided before any engine works.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int mode = 3;
static void set(void) {
    mode = 3;
}
int main(void) {
    while (__VERIFIER_nondet_int())
        set();
    if (mode != 3)
        reach_error();
    return 0;
}

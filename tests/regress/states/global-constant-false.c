// expect: false
// engines: bmc
// Another value may be assigned.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int mode = 3;
static void set(void) {
    mode = mode + __VERIFIER_nondet_int() % 2;
}
int main(void) {
    while (__VERIFIER_nondet_int())
        set();
    if (mode != 3)
        reach_error();
    return 0;
}

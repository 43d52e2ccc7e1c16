// expect: unknown(
// engines: bmc impact
// options: --externals stop
// Nothing is said of functions from outside.
extern int __VERIFIER_nondet_int(void);
extern int (*__VERIFIER_nondet_pointer(void))(int);
extern void reach_error(void);
int main(void) {
    int (*read)(int) = __VERIFIER_nondet_pointer();
    if (read && read(1) == 3)
        reach_error();
    return 0;
}

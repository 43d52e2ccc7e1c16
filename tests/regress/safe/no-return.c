// expect: true
// engines: bmc
// options: --property safe
// A function that must not return, and does not.
extern int __VERIFIER_nondet_int(void);
extern void exit(int);
_Noreturn static void leave(void) {
    if (__VERIFIER_nondet_int() != 3)
        exit(1);
    for (;;)
        ;
}
int main(void) {
    leave();
}

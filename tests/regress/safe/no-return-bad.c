// expect: false(undefined)
// engines: bmc
// options: --property safe
// says: code is reached that must not be
// A function that must not return does.
extern int __VERIFIER_nondet_int(void);
extern void exit(int);
_Noreturn static void leave(void) {
    if (__VERIFIER_nondet_int() != 3)
        exit(1);
}
int main(void) {
    leave();
}

// expect: false(unreach-call)
// options: --property unreach-call
// The compiled program's error function is not visible to the linker.
extern int __VERIFIER_nondet_int(void);
static void reach_error(void) {
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x * 7 == 91)
        reach_error();
    return 0;
}

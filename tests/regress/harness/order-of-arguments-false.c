// expect: false(unreach-call)
// C leaves the order of the two calls open: compilers differ, and one of them must agree.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void compare(int first, int second) {
    if (first == 1 && second == 2)
        reach_error();
}
int main(void) {
    compare(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    return 0;
}

// expect: false
// engines: bmc impact
// C says nothing of such a call, and processors make it: a run that goes on behind it is not to be denied.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int done;
static int work(int x) {
    done = x;
    return x;
}
static int rest(int x) {
    done = x - 1;
    return x;
}
int main(void) {
    void (*f)(int) = (void (*)(int))(__VERIFIER_nondet_int() ? work : rest);
    f(__VERIFIER_nondet_int());
    if (done == 3)
        reach_error();
    return 0;
}

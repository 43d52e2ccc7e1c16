// expect: unknown(unmodelled: call of a function as one of another type)
// engines: bmc impact
// What the second parameter is depends on the processor: the error is possible, and the compiled program not to be made to reach it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int done;
static int work(int x, long long y) {
    done = y == 0x123456789abcdefll;
    return x;
}
static int rest(int x, long long y) {
    done = y == 0x123456789abcdeell;
    return x;
}
int main(void) {
    int (*f)(int) = (int (*)(int))(__VERIFIER_nondet_int() ? work : rest);
    f(3);
    if (done)
        reach_error();
    return 0;
}

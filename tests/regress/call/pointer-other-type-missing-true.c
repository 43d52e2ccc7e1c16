// expect: true
// engines: bmc impact
// The same where what is missing does not matter.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int done;
static int work(int x, long long y) {
    done = y == 7 ? x : x + 1;
    return x;
}
static int rest(int x, long long y) {
    done = y == 7 ? x + 1 : x;
    return x;
}
int main(void) {
    int (*f)(int) = (int (*)(int))(__VERIFIER_nondet_int() ? work : rest);
    f(3);
    if (done < 3 || done > 4)
        reach_error();
    return 0;
}

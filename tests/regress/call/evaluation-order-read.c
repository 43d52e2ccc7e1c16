// expect: true
// options: --no-sampling
// engines: bmc
// says: where C leaves the order of evaluation open it is clang's
// A read beside a call that writes: gcc reads last.
extern void reach_error(void);
static int x = 1;
static int f(void) {
    x = 10;
    return 1;
}
int main(void) {
    if (x + f() == 11)
        reach_error();
    return 0;
}

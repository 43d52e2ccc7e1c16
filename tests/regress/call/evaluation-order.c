// expect: true
// options: --no-sampling
// engines: bmc impact
// says: where C leaves the order of evaluation open it is clang's
// gcc evaluates the arguments from the right, and then the error is reached.
extern void reach_error(void);
static int x;
static int one(void) {
    x = 1;
    return 0;
}
static int two(void) {
    x = 2;
    return 0;
}
static void use(int a, int b) {
    (void)a, (void)b;
}
int main(void) {
    use(one(), two());
    if (x == 1)
        reach_error();
    return 0;
}

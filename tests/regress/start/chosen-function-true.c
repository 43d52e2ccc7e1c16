// expect: true
// engines: bmc impact
// The function is chosen when the program is loaded, before constructors run.
extern void reach_error(void);
static int n;
static int one(void) {
    return 1;
}
static int (*choose(void))(void) {
    return one;
}
int chosen(void) __attribute__((ifunc("choose")));
__attribute__((constructor)) static void start(void) {
    n = chosen();
}
int main(void) {
    if (n + chosen() != 2)
        reach_error();
    return 0;
}

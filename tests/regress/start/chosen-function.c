// expect: unknown(unmodelled: the address of a symbol
// engines: bmc impact
extern void reach_error(void);
static int one(void) {
    return 1;
}
static int (*choose(void))(void) {
    return one;
}
int chosen(void) __attribute__((ifunc("choose")));
int main(void) {
    if (chosen() == 1)
        reach_error();
    return 0;
}

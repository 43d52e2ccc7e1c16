// expect: true
// engines: bmc impact
// says: where C leaves the order of evaluation open it is clang's
// A function without body that is given the address of what stands beside it: gcc reads x last.
extern int ext(int *p);
extern void reach_error(void);
int main(void) {
    int x = 1;
    if (x + 0 * ext(&x) != 1)
        reach_error();
    return 0;
}

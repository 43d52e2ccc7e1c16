// expect: false
// engines: bmc impact portfolio
// replay: compiled program agrees
// What is behind an object may be the next one.
extern void reach_error(void);
static int a, b;
int main(void) {
    if (&a + 1 == &b || &b + 1 == &a)
        reach_error();
    return 0;
}

// expect: false
// engines: bmc impact
// Declared as a constructor before its definition, and without that behind it: it runs.
extern void reach_error(void);
static int x;
static void init(void) __attribute__((constructor));
static void init(void) {
    x = 1;
}
static void init(void);
int main(void) {
    if (x == 1)
        reach_error();
    return 0;
}

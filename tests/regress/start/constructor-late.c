// expect: unknown(unmodelled: init
// engines: bmc impact
// gcc runs a constructor that is declared as one behind its definition, clang does not and leaves no trace of it: there
// is no proof, and no error that the compiled program would confirm.
extern void reach_error(void);
static int x;
static void init(void) {
    x = 1;
}
static void init(void) __attribute__((constructor));
int main(void) {
    if (x == 1)
        reach_error();
    return 0;
}

// expect: false
// engines: bmc impact
// replay: not confirmed: depends on the uninitialised variable u
// The error hangs on a value that the compiled program cannot be given, and that may be anything.
extern void reach_error(void);
static int sink;
int main(void) {
    int u, n = 7;
    if (u == 123456789)
        sink = n;
    if (sink == 7)
        reach_error();
    return 0;
}

// expect: true
// engines: bmc impact
// An uninitialised variable that decides a branch, but nothing behind it.
extern void reach_error(void);
static int sink;
int main(void) {
    volatile int u;
    int n = 3;
    if (u)
        sink = 1;
    if (n != 3)
        reach_error();
    return 0;
}

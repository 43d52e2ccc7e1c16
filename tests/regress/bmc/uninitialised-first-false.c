// expect: false
// engines: bmc
// An uninitialised variable may be zero; a variable with a value is what it is.
extern void reach_error(void);
int main(void) {
    int x;
    if (x == 0)
        reach_error();
    return 0;
}

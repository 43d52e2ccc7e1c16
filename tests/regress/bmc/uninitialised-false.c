// expect: false
// engines: bmc
// A variable without a value has one: the same at both tests.
extern void reach_error(void);
int main(void) {
    int x, c = 0;
    if (x == 0)
        c++;
    if (x != 0)
        c++;
    if (c != 2)
        reach_error();
    return 0;
}

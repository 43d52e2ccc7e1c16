// expect: true
// engines: bmc chc
// After the last call of a function without body nobody else writes x.
extern void reach_error(void);
extern void keep(int *where);
extern void go(void);

int main(void) {
    int x = 0;
    keep(&x);
    go();
    x = 2;
    if (x != 2)
        reach_error();
    return 0;
}

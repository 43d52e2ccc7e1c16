// expect: false(unreach-call)
// engines: bmc
// A function without body may keep the pointer it gets: one that is called later writes through it.
extern void reach_error(void);
extern void keep(int *where);
extern void go(void);

int main(void) {
    int x = 0;
    keep(&x);
    x = 0;
    go();
    if (x == 1)
        reach_error();
    return 0;
}

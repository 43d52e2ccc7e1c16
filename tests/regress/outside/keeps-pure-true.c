// expect: true
// engines: bmc
// options: --externals pure
// says: which has no body, returns any value and writes nothing
extern void reach_error(void);
extern void keep(int *where);
extern void go(void);

int main(void) {
    int x = 0;
    keep(&x);
    go();
    if (x == 1)
        reach_error();
    return 0;
}

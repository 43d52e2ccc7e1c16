// expect: unknown(
// engines: bmc
// The second function runs before the pointer is handed out.  The analysis does not see the order; a run does.
extern void reach_error(void);
extern void keep(int *where);
extern void go(void);

int main(void) {
    static int x;
    go();
    if (x == 1)
        reach_error();
    keep(&x);
    return 0;
}

// expect: false(unreach-call)
// engines: bmc
// A pointer that is moved as a double still points to its object.
extern void reach_error(void);
union Cell {
    void (*call)(void);
    int *p;
    double d;
};
static double kept;
static int x;

static void fail(void) {
    if (x == 1)
        reach_error();
}

int main(void) {
    union Cell a, b;
    a.p = &x;
    kept = a.d;
    b.d = kept;
    *b.p = 1;
    a.call = fail;
    kept = a.d;
    b.d = kept;
    b.call();
    return 0;
}

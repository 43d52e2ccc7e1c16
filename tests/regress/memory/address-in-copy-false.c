// expect: false(unreach-call)
// engines: bmc impact
// A pointer made of a number in a function that is called twice: the copies of its body must know that its
// address is arithmetic of integers, which may lead from one object into another.
extern void reach_error(void);
int x[2], y[2];
static void put(unsigned long a, unsigned long d) {
    *(int *)(a + d) = 1;
}
int main(void) {
    unsigned long d = 0;
    for (int i = 0; i < 2; i++) {
        put((unsigned long)x, d);
        d = (unsigned long)y - (unsigned long)x;
    }
    put((unsigned long)x, 0);
    if (y[0] == 1)
        reach_error();
    return 0;
}

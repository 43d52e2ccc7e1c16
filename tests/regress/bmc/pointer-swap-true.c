// expect: true
// engines: bmc
// Pointers to pointers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void swap(int **p, int **q) {
    int *t = *p;
    *p = *q;
    *q = t;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), *p = &x, *q = &y;
    swap(&p, &q);
    *p = 1;
    *q = 2;
    if (x != 2)
        reach_error();
    return 0;
}

// expect: true
// engines: impact lazy
// Two objects that are made once each are apart: writing one leaves the other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void *malloc(__SIZE_TYPE__);
int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    int *r = __VERIFIER_nondet_int() ? p : q;
    *p = *q = 1;
    while (__VERIFIER_nondet_int())
        *r = 1;
    if (p == q || *p != 1 || *q != 1)
        reach_error();
    return 0;
}

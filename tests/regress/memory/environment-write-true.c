// expect: true
// engines: bmc lazy impact ufo chc
// As environment-write-false.c, but nothing else writes there.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (!p)
        return 0;
    *p = 5;
    p[3] = *p + 1;
    if (p[3] != 6)
        reach_error();
    return 0;
}

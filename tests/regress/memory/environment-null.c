// expect: true
// engines: bmc lazy impact ufo chc
// No memory is where null points to.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (p)
        return 0;
    *p = 1;
    reach_error();
    return 0;
}

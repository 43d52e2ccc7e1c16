// expect: false(unreach-call)
// engines: bmc lazy impact ufo chc
// A pointer from outside points to memory of the environment: what is written there stays.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if (!p)
        return 0;
    *p = 5;
    p[3] = *p + 1;
    if (p[3] == 6)
        reach_error();
    return 0;
}

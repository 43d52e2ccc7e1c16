// expect: unknown(memory error
// engines: bmc lazy impact ufo chc
// The pointer from outside would have to point just behind an object.
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
int a[2];
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    *p = 5;
    if (p == a + 2)
        reach_error();
    return 0;
}

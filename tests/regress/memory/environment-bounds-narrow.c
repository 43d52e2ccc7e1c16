// expect: unknown(memory error
// engines: bmc lazy impact ufo chc
// options: --data-model ILP32
// The pointer may come from outside, but where it matters it is that of an array: far outside of
// this array there is no memory of the environment, whatever the number of the address.
extern void *__VERIFIER_nondet_pointer(void);
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
int a[4];
int main(void) {
    int own = __VERIFIER_nondet_int();
    int *p = own ? a : __VERIFIER_nondet_pointer();
    long i = __VERIFIER_nondet_long();
    if (i >= 0 || i < -1000000000)
        return 0;
    p[i] = 1;
    if (own)
        reach_error();
    return 0;
}

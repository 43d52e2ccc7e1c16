// expect: true
// engines: bmc impact
// options: --data-model LP64
// says: numbers that are kept where pointers are kept as well are not addresses
// In another layout it could fail: what is stored as a pointer and read as a number is compared in that of the proof.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static union { char *p; unsigned long n; } u[4];
static char a, b;
int main(void) {
    int i = __VERIFIER_nondet_int() & 1;
    u[i].p = &a;
    u[i + 1].p = &b;
    if (*u[i].p)
        return 1;
    if (u[i + 1].n < u[i].n)
        reach_error();
    return 0;
}

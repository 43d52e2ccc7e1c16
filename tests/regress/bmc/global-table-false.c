// expect: false
// engines: bmc
// Tables with initial values, pointers among them.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static const int primes[] = { 2, 3, 5, 7 };
static const int *const where = primes + 1;
int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i < 3 && where[i] > 5)
        reach_error();
    return 0;
}

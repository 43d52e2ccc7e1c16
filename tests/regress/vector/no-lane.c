// expect: unknown(unmodelled: a vector's lane that there is not
// engines: bmc
// Compilers disagree on what is read there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef int ints __attribute__((vector_size(16)));
int main(void) {
    ints a = { 1, 2, 3, 4 };
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 5 && a[i] > 4)
        reach_error();
    return 0;
}

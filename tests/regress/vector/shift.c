// expect: unknown(unmodelled: a shift of a vector's lane by its width or more
// engines: bmc
// Instructions for vectors shift out all bits, those for numbers take the amount modulo the width.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef unsigned words __attribute__((vector_size(16)));
int main(void) {
    words a = { 1, 2, 3, 4 };
    a <<= __VERIFIER_nondet_int() & 63;
    if (a[0] == 3)
        reach_error();
    return 0;
}

// expect: true
// engines: bmc impact
// Vectors of bool are bits, in memory and as constants.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
typedef _Bool bits __attribute__((ext_vector_type(8)));
typedef _Bool few __attribute__((ext_vector_type(3)));
static bits both(bits a, bits b) {
    return a & ~b;
}
int main(void) {
    bits a = { 1, 0, 1, 0, 0, 0, 0, 1 }, b = { 1 };
    few c = { 1, 1, 0 };
    b[3] = __VERIFIER_nondet_int() > 0;
    c[1] = 0;
    a = both(a, b);
    if (sizeof a != 1 || a[0] || !a[2] || a[3] || !a[7] || !c[0] || c[1])
        reach_error();
    return 0;
}

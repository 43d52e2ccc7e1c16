// expect: false(unreach-call)
// engines: bmc
// Sides of comparisons are put in parentheses where C needs them; floats have the digits that tell them apart.
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    double x = __VERIFIER_nondet_double();
    float y = __VERIFIER_nondet_float();
    if (((a - 1072693248) | b) == 0 && x == 0.1 && y < 0.7f && y >= 0.6999999f)
        reach_error();
    return 0;
}

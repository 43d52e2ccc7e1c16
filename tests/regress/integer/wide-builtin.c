// expect: unknown(unmodelled
// engines: bmc
// Built-in functions of integers of more than 128 bits are not modelled.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned _BitInt(200) x = __VERIFIER_nondet_uint(), sum;
    if (__builtin_add_overflow(x, x, &sum))
        reach_error();
    return 0;
}

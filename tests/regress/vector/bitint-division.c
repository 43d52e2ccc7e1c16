// expect: unknown(unmodelled: the instruction udiv i200
// engines: bmc
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned _BitInt(200) a = (unsigned _BitInt(200))1 << 150, b = __VERIFIER_nondet_uint() | 1;
    if (a / b == 0)
        reach_error();
    return 0;
}

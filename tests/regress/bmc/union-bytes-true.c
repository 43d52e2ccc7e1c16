// expect: true
// engines: bmc
// A union shows the bytes of a number, the lowest first.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
union both { unsigned word; unsigned char byte[4]; };
int main(void) {
    union both u;
    u.word = __VERIFIER_nondet_uint();
    unsigned again = u.byte[0] | u.byte[1] << 8 | u.byte[2] << 16 | (unsigned)u.byte[3] << 24;
    if (again != u.word)
        reach_error();
    return 0;
}

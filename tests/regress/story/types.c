// expect: false(unreach-call)
// engines: bmc impact
// Values are told by their C types: characters, unsigned numbers, truth values.
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    char c = __VERIFIER_nondet_char();
    unsigned u = __VERIFIER_nondet_uint();
    _Bool both = c == 'x' && u == 4000000000u;
    if (!both)
        return 0;
    if (c > 'a' && u > 3000000000u)
        reach_error();
    return 0;
}

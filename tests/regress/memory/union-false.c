// expect: false
// engines: bmc
// A union shows the same bytes as another type (little endian).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
union both { unsigned whole; unsigned char byte[4]; };
int main(void) {
    union both u;
    u.whole = (unsigned)__VERIFIER_nondet_int();
    u.byte[1] = 0;
    if (u.whole == 0x12340078)
        reach_error();
    return 0;
}

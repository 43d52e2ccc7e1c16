// expect: true
// engines: bmc
// A union shows the same bytes as another type (little endian).
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
union both { unsigned whole; unsigned char byte[4]; };
int main(void) {
    union both u;
    u.whole = (unsigned)__VERIFIER_nondet_int();
    if (u.byte[0] != (u.whole & 255) || u.byte[3] != u.whole >> 24)
        reach_error();
    return 0;
}

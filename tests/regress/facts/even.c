// expect: true
// engines: impact lazy
// An equation modulo 2^32: 2^31 x = 0, whatever x wraps around to.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned x = 10;
    while (__VERIFIER_nondet_uint()) x += 2;
    if (x % 2) reach_error();
}

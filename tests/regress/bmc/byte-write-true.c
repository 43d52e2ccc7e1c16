// expect: true
// engines: bmc
// One byte of a number is changed through a pointer to char.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x;
    unsigned char *p = (unsigned char *)&x;
    p[1] = 0;
    if (x != (y & 0xffff00ffu))
        reach_error();
    return 0;
}

// expect: false
// engines: bmc
// Shifts of narrow types happen in int; a right shift of a negative number keeps the sign.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned char c = (unsigned char)__VERIFIER_nondet_int();
    if ((unsigned char)(c << 1) >> 1 != c) // the top bit is lost
        reach_error();
    return 0;
}

// expect: true
// engines: bmc
// options: --property safe
// The functions of <ctype.h> take unsigned characters and EOF: not any number.
extern int __VERIFIER_nondet_int(void);
extern int isdigit(int c);
int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c < -1 || c > 255)
        return 0;
    return isdigit(c) != 0;
}

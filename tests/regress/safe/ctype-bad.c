// expect: false(library)
// engines: bmc
// options: --property safe
// says: ctype-bad.c:12:12: isdigit: argument of a <ctype.h> function out of range
// The functions of <ctype.h> take unsigned characters and EOF: not any number.
extern int __VERIFIER_nondet_int(void);
extern int isdigit(int c);
int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c < -1 || c > 256)
        return 0;
    return isdigit(c) != 0;
}

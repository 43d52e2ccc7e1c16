// expect: true
// engines: impact
// says: do-true.c:10: in main, loop: .*i
// Of a do loop the invariant is that of its body's start, not of its test.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int i = 0;
    unsigned char odd = 0;
    do {
        if (odd != (i & 1))
            reach_error();
        i++;
        odd = !odd;
        if (i == 100)
            i = 0;
    } while (__VERIFIER_nondet_int());
    return 0;
}

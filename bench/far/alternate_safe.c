// The twin of alternate.c: the error is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned a = 0, b = 0;
    while (a < 1000000 || b < 1000000) {
        if (__VERIFIER_nondet_int()) {
            if (a != b)
                return 0;
            a++;
        } else {
            if (a != b + 1)
                return 0;
            b++;
        }
    }
    if (a != b)
        reach_error();
}

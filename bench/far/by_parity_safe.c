// The twin of by_parity.c: the error is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned i = 0;
    while (i < 5000000) {
        if (__VERIFIER_nondet_int()) {
            if (i % 2)
                return 0;
            i += 3;
        } else {
            if (i % 2 == 0)
                return 0;
            i -= 1;
        }
    }
    if (i < 5000000)
        reach_error();
}

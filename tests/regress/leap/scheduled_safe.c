// expect: unknown(
// engines: leap
// timeout: 120
// The twin of scheduled.c.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned i = 0;
    while (i < 500000) {
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
    if (i < 500000)
        reach_error();
}

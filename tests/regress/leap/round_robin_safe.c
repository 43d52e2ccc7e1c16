// expect: unknown(
// engines: leap
// timeout: 120
// The twin of round_robin.c: behind the loop it is never the turn of the other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    unsigned a = 0, b = 0, odd = 0;
    while (a < 100000 || b < 100000) {
        if (__VERIFIER_nondet_int()) {
            if (odd)
                return 0;
            odd = 1;
            a++;
        } else {
            if (!odd)
                return 0;
            odd = 0;
            b++;
        }
    }
    if (odd)
        reach_error();
}

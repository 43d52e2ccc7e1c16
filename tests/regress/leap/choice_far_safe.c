// expect: unknown(
// engines: leap
// timeout: 100
// The twin of choice_far.c: the sum is another one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = 0, k = 0;
    while (i < 30000) {
        if (__VERIFIER_nondet_int())
            i++;
        else
            i = 0;
    }
    while (k < 20000) {
        if (__VERIFIER_nondet_int())
            k = 0;
        else
            k += 2;
    }
    if (i + k == 50001)
        reach_error();
}

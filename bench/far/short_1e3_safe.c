// The twin of short_1e3.c: the error is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, k = 0;
    if (n < 1000 || n > 1100)
        return 0;
    while (i < n) {
        if (__VERIFIER_nondet_int())
            k++;
        else
            k = 0;
        i++;
    }
    if (k > 1100)
        reach_error();
}

// expect: unknown(no way leapt
// engines: leap
// J06: from 5 back to 3, for ever: the error is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n <= 6 || n > 1000000)
        return 0;
    while (x < n)
        if (x == 5)
            x = 3;
        else
            x = x + 1;
    reach_error();
}

// The twin of simple.c: the error is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n < 1000000 || n > 2000000)
        return 0;
    while (x < n)
        x = x + 1;
    while (x < 2 * n)
        x = x + 2;
    while (x < 3 * n)
        x = x + 3;
    if (x < 3 * n)
        reach_error();
}

// The twin of any_exit.c: the error is not reached.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0;
    if (n < 1 || n > 10000000)
        return 0;
    while (x < n)
        x++;
    if (x == 10000001)
        reach_error();
}

// J02: a choice in each round, 10^6 of them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0, y = 0;
    if (n < 1000000 || n > 2000000)
        return 0;
    x = 1;
    if (__VERIFIER_nondet_int())
        y = 1;
    while (x < n) {
        if (x >= y + 2)
            y = x;
        else if (__VERIFIER_nondet_int())
            x = x + 1;
        else
            y = x + 1;
    }
    if (x >= y)
        reach_error();
}

// J04: one branch goes round for ever, the other leads beyond n.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n < 1000000 || n > 2000000)
        return 0;
    while (x < n) {
        if (x % 2 == 1) {
            if (__VERIFIER_nondet_int())
                x = x - 1;
            else
                x = x - 3;
        } else if (x % 4 == 0)
            x = x + 5;
        else
            x = x + 1;
    }
    if (x >= n)
        reach_error();
}

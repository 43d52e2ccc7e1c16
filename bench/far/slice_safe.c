// The twin of slice.c: the error is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), i, c = 0;
    for (i = 0; i < 1000000; i++)
        c = c + i % 7 * (c + 1);
    if (a > 0)
        if (x == 0 && a < 0)
            reach_error();
}

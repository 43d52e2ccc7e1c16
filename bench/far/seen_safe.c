// The twin of seen.c: the error is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int k = __VERIFIER_nondet_int(), i = 0, flag = 0;
    while (i < 2000000) {
        i++;
        if (i == k)
            flag = 1;
    }
    if (flag && k > 2000000)
        reach_error();
}

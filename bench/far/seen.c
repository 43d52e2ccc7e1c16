// Something is seen on the way, 10^6 rounds before the end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int k = __VERIFIER_nondet_int(), i = 0, flag = 0;
    while (i < 2000000) {
        i++;
        if (i == k)
            flag = 1;
    }
    if (flag && k > 900000)
        reach_error();
}

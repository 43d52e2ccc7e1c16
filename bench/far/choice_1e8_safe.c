// The twin of choice_1e8.c: the error is not reached.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 100000000) {
        if (__VERIFIER_nondet_int())
            i++;
        else
            i = 0;
    }
    if (i > 100000000)
        reach_error();
}

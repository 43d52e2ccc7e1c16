// A choice in the inner loop of two, 10^7 rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int i = 0, k = 0, done = 0;
    while (i < 3000) {
        k = 0;
        while (k < 3000) {
            if (__VERIFIER_nondet_int())
                k++;
            else
                k = 0;
        }
        i++;
    }
    if (i == 3000 && k == 3000)
        reach_error();
}

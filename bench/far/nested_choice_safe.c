// The twin of nested_choice.c: the error is not reached.
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
    if (i == 3001 || done)
        reach_error();
}

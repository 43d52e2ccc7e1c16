// expect: false
// engines: impact lazy
// Memory that was never written holds anything, in each round anew.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void *malloc(__SIZE_TYPE__);
int main(void) {
    for (int i = 0; i < 2; i++) {
        int *p = malloc(sizeof *p);
        if (i == 1 && *p == 5)
            reach_error();
        *p = 3;
    }
    return 0;
}

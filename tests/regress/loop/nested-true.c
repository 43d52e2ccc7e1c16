// expect: true
// engines: bmc
// Inner loops start anew in each round.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++)
            n++;
    if (n != 6)
        reach_error();
    return 0;
}

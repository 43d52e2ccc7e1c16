// expect: true
// engines: match
// The sum of the cells is the number of rounds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[2] = { 0 };
    for (int i = 0; i < 3; i++) {
        unsigned k = __VERIFIER_nondet_int();
        if (k >= 2)
            return 0;
        a[k]++;
    }
    if (a[0] == 2 && a[1] == 2)
        reach_error();
}

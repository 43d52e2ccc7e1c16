// expect: false(unreach-call)
// engines: match
// Predicates over memory: which cell is written decides.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[4] = { 0 };
    for (int i = 0; i < 8; i++) {
        unsigned k = __VERIFIER_nondet_int();
        if (k >= 4)
            return 0;
        a[k]++;
    }
    if (a[1] == 3 && a[2] == 4)
        reach_error();
}

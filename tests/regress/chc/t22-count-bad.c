// expect: false
// engines: chc
// timeout: 15
// In steps of three the loop ends at twelve.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 0;
    while (x < 10)
        x += 3;
    if (x != 10)
        reach_error();
    return 0;
}

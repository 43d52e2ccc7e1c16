// expect: true
// engines: chc
// timeout: 15
// A loop up to a constant.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 0;
    while (x < 10)
        x++;
    if (x != 10)
        reach_error();
    return 0;
}

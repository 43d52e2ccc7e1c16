// expect: false
// engines: bmc
// A loop that runs at most as often as an input says.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0;
    if (n > 10)
        return 0;
    while (x < n)
        x += 2;
    if (x > 9)
        reach_error();
    return 0;
}

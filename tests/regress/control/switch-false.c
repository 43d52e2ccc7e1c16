// expect: false
// engines: bmc
// Cases fall through; default stands in the middle.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), r = 0;
    switch (x) {
    case 1:
        r = 1;
    default:
        r += 10;
        break;
    case 5:
        r = 5;
    }
    if (r == 11)
        reach_error();
    return 0;
}

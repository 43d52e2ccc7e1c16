// expect: true
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
    case 5 ... 7:
        r = 5;
    }
    if (x == 1 ? r != 11 : x >= 5 && x <= 7 ? r != 5 : r != 10)
        reach_error();
    return 0;
}

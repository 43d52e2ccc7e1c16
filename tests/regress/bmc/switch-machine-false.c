// expect: false
// engines: bmc
// An automaton: its states are constants, and tests of them need no bits.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int state = 0;
    for (int i = 0; i < 6; i++)
        switch (state) {
        case 0:
            state = __VERIFIER_nondet_int() ? 1 : 2;
            break;
        case 1:
            state = __VERIFIER_nondet_int() ? 3 : 0;
            break;
        case 2:
            state = 0;
            break;
        case 3:
            state = 5;
            break;
        default:
            reach_error();
        }
    return 0;
}

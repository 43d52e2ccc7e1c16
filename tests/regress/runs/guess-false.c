// expect: false(unreach-call)
// engines: runs bmc
// replay: compiled program agrees
// A machine that stops for any input but a few; six right ones in a row lead to the error.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int state = 0;
    for (;;) {
        int input = __VERIFIER_nondet_int();
        if (input != 1001 && input != 2002 && input != 3003)
            return 0;
        if (state == 0 || state == 3)
            state = input == 2002 ? state + 1 : 0;
        else if (state == 5 && input == 1001)
            reach_error();
        else
            state = input == 3003 ? state + 1 : 0;
    }
}

// expect: false(unreach-call)
// engines: impact lazy chc bmc
// As unknown.c, but the inner loop is reached.
//
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int state = 5;
int main(void) {
    int was = 0, turns = 0;
    for (;;) {
        int old = state;
        if (state == 5) {
            was = 1;
            state = __VERIFIER_nondet_int();
            if (state == 5)
                state = 6;
        } else if (state == 6) {
            was = 3;
            state = state + 1;
        } else if (state == 7) {
            if (was == 3)
                while (turns < 10)
                    turns++;
            if (was == 0 || old != 7 || turns)
                reach_error();
            state = 5;
        } else
            return 0;
    }
}

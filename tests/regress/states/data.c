// expect: true
// engines: impact lazy chc iufo
// States that steer beside data that does not: x counts only in state 1, and state 2 is entered from there only.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned x = 0;
    int s = 0;
    while (__VERIFIER_nondet_int()) {
        if (s == 0)
            s = 1;
        else if (s == 1) {
            if (x < 1000000)
                x += 2;
            else
                s = 2;
        } else if (x % 2)
            reach_error();
    }
    return 0;
}

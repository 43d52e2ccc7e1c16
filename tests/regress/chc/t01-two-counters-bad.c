// expect: false
// engines: chc
// timeout: 15
// The second loop takes y down twice as fast.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        y++;
    }
    while (x != 0) {
        x--;
        y -= 2;
    }
    if (y != 0)
        reach_error();
    return 0;
}

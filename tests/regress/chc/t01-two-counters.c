// expect: true
// engines: chc
// timeout: 15
// The proof needs x == y; bounds on x and y are not enough.  It holds though both may wrap.
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
        y--;
    }
    if (y != 0)
        reach_error();
    return 0;
}

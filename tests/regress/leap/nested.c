// expect: false(unreach-call)
// engines: leap
// J03: nested loops, one leap.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0, y = 0;
    if (n < 1 || n > 1000)
        return 0;
    while (x < n) {
        x++;
        y = 0;
        while (y < n)
            y++;
    }
    if (y == n)
        reach_error();
}

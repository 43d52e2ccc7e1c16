// expect: unknown(no way leapt
// engines: leap
// J05: over unbounded integers the conditions hold from y > 0 to x = y = 0, and the conclusion does not; in machine
// integers x wraps around, and where y > 0 nothing ever changes.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0 || y <= 0)
        return 0;
    while (x != 0 || y != 0)
        if (y == 0)
            x = x - 1;
    reach_error();
}

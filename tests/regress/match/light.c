// expect: false(unreach-call)
// engines: match
// options: --facts none --exactness none
// Without a solver: each step adds its predicates; the error needs x and y to go apart five times.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = 0, y = 0;
    while (x < 10) {
        if (__VERIFIER_nondet_int())
            y++;
        x++;
    }
    if (y == 5)
        reach_error();
}

// expect: false(unreach-call)
// engines: lazy impact
// Four values that are an interval; here a fifth.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int s = -1;
    while (__VERIFIER_nondet_int()) {
        s = s == -1 ? 0 : s == 0 ? 1 : s == 1 ? 2 : s == 2 ? 3 : -1;
        if (s > 2 || s < -1)
            reach_error();
    }
    return 0;
}

// expect: true
// engines: lazy impact
// says: values-true.c:9: in main, loop: s <= 2 && s >= -1
// Four values that are an interval are told as one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int s = -1;
    while (__VERIFIER_nondet_int()) {
        s = s == -1 ? 0 : s == 0 ? 1 : s == 1 ? 2 : -1;
        if (s > 2 || s < -1)
            reach_error();
    }
    return 0;
}

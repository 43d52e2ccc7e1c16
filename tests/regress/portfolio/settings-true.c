// expect: true
// engines: portfolio
// options: --facts none --jobs 1
// What the user has set holds for all members; they take turns where there is one place.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int locked = 0, n = __VERIFIER_nondet_int();
    while (n-- > 0) {
        if (locked)
            reach_error();
        locked = 1;
        if (__VERIFIER_nondet_int())
            n--;
        locked = 0;
    }
    return 0;
}

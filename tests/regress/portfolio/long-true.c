// expect: true
// engines: portfolio
// A loop too long to unwind: a member that proves must answer, though another unwinds for ever.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, even = 0;
    while (i < n) {
        i++;
        even = 1 - even;
        if (even > 1)
            reach_error();
    }
    return 0;
}

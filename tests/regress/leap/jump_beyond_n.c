// expect: false(unreach-call)
// engines: leap
// timeout: 100
// J04: with x - 3 the loop goes round for ever; x - 1 alone leads beyond n.  The state x = 1 must be taken out.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0;
    if (n < 10 || n > 1000000)
        return 0;
    while (x < n) {
        if (x % 2 == 1) {
            if (__VERIFIER_nondet_int())
                x = x - 1;
            else
                x = x - 3;
        } else if (x % 4 == 0)
            x = x + 5;
        else
            x = x + 1;
    }
    reach_error();
}

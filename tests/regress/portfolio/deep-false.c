// expect: false(unreach-call)
// engines: portfolio
// The error comes after forty rounds, whatever the inputs: unwinding finds it.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned sum = 0;
    for (int i = 0; i < 100; i++) {
        sum += 1 + (__VERIFIER_nondet_uint() & 1);
        if (sum > 79)
            reach_error();
    }
    return 0;
}

// expect: false(no-overflow)
// engines: bmc
// options: --property no-overflow
// Arithmetic on short happens in int: only the assignment cuts.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    short s = (short)__VERIFIER_nondet_int();
    return s * s * s;
}

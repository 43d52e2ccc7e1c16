// expect: true
// engines: bmc
// options: --property no-overflow
// Arithmetic on short happens in int: only the assignment cuts.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    short s = (short)__VERIFIER_nondet_int();
    s = s + 1;
    s++;
    return s;
}

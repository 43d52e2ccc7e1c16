// expect: true
// engines: bmc
// options: --property safe
// The array has elements; none is accessed.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10)
        return 0;
    char a[n];
    return sizeof a > 5;
}

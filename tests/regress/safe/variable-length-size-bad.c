// expect: false(undefined)
// engines: bmc
// options: --property safe
// says: the size of an array is not positive
// The array may have no elements; none is accessed.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10)
        return 0;
    char a[n];
    return sizeof a > 5;
}

// expect: false(valid-deref)
// engines: bmc impact
// options: --property memory
// says: after its lifetime ended
// The address of a variable is used after its block.
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0, y = 3;
    {
        int x = 1;
        p = __VERIFIER_nondet_int() ? &x : &y;
    }
    return *p;
}

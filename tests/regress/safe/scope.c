// expect: true
// engines: bmc lazy
// options: --property memory
// The address of a variable of a block is used in the block.
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = 0, y = 3, r;
    {
        int x = 1;
        p = __VERIFIER_nondet_int() ? &x : &y;
        r = *p;
    }
    return r;
}

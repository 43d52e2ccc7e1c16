// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// says: after its lifetime ended
// The pointer is known to hold the address of a variable whose block is over.
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    return *p;
}

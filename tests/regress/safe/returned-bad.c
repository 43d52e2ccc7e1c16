// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// says: after its lifetime ended
// The address of a variable of a function that has returned.
int *f(int v) {
    int x[2] = { v, 1 };
    int *p = x;
    return p + 1;
}
int main(void) {
    return *f(2);
}

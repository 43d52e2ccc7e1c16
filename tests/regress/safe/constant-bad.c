// expect: false(valid-deref)
// engines: portfolio
// options: --property safe
// says: index 5 is outside a.2.
// An index that is a constant.
int main(void) {
    int a[2];
    a[5] = 1;
    return a[5];
}

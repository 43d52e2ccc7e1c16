// expect: false(valid-deref)
// engines: bmc
// options: --property safe
// replay: agrees .AddressSanitizer
// says: write of 4 bytes: index 5 is outside a\[2\]
int main(void) {
    int a[2];
    a[5] = 1;
    return a[5];
}

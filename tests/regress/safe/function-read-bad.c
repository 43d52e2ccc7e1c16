// expect: false(valid-deref)
// engines: bmc
// options: --property safe
// A function is no object that can be read; AddressSanitizer does not look.
int main(void) {
    return *(char *)main == 3;
}

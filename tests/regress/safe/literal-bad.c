// expect: false(valid-deref)
// engines: bmc
// options: --property memory
// says: the constant
// A string literal is written.
int main(void) {
    char *s = "text";
    s[1] = 'a';
    return 0;
}

// expect: true
// engines: bmc
// options: --property safe
// The same, with an index that is inside and no assertion.
int a[4];
int main(int argc, char **argv) {
    if (argc > 4 || argc < 1)
        return 0;
    a[argc - 1] = 1;
    return 0;
}

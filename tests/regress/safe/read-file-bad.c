// expect: false(valid-deref)
// engines: bmc
// options: --property safe
// says: fread: write of 5 bytes
// As much is written as is read: five bytes need five in the file.
#include <stdio.h>
int main(void) {
    char b[4];
    if (fread(b, 1, 5, stdin) == 5)
        return b[0];
    return 0;
}

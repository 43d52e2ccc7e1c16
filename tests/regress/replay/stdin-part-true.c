// expect: true
// engines: bmc
// The twin of stdin-part-false: no more come than are asked for.
#include <assert.h>
#include <stdio.h>
int main(void) {
    short s[4];
    size_t n = fread(s, sizeof *s, 4, stdin);
    assert(!(n > 4));
    return 0;
}

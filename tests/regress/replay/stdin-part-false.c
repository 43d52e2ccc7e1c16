// expect: false(unreach-call)
// engines: bmc
// replay: compiled program agrees
// Two elements that are whole, and the end of the input.
#include <assert.h>
#include <stdio.h>
int main(void) {
    short s[4];
    size_t n = fread(s, sizeof *s, 4, stdin);
    assert(!(n == 2 && s[0] == 300 && s[1] == 301));
    return 0;
}

// expect: false(valid-deref)
// engines: bmc impact
// options: --property safe
// says: output: read of 1 bytes: index 4 is outside name.4.
// A message prints an array that no zero ends.
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char name[4];
    memset(name, 'x', __VERIFIER_nondet_int() ? 4 : 3);
    if (name[3] != 'x')
        name[3] = 0;
    fprintf(stderr, "%s\n", name);
    return 0;
}

// expect: true
// engines: bmc impact
// options: --property safe
// A message prints an array that ends in time.
#include <stdio.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char name[4];
    memset(name, 'x', __VERIFIER_nondet_int() ? 4 : 3);
    name[3] = 0;
    fprintf(stderr, "%s\n", name);
    return 0;
}

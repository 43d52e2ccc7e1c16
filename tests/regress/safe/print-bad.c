// expect: false(library)
// engines: bmc impact
// options: --property safe
// says: output: a null pointer is printed as a text
// printf of no text.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char name[4] = "abc";
    char *p = __VERIFIER_nondet_int() > 3 ? 0 : name;
    printf("%d %.2s\n", 1, p);
    return 0;
}

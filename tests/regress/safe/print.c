// expect: true
// engines: bmc impact
// options: --property safe
// printf of a text, a part of it, and a line.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char name[4] = "abc";
    char *p = __VERIFIER_nondet_int() > 3 ? 0 : name;
    if (p)
        printf("%d %.2s %s\n", 1, p, p);
    puts(name);
    return 0;
}

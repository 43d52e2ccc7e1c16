// expect: true
// engines: bmc impact
// says: printf, puts and putchar never fail
// What printf gives back is the number of characters.
#include <stdio.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    int hex = printf("%x", n), decimal = printf("%+5d|%c%s\n", (int)(n % 100), 'x', "abc");
    if (hex < 1 || hex > 8 || decimal != 11 || putchar('y') != 'y' || printf("%s", n ? "a" : "") < 0)
        reach_error();
    return 0;
}

// Breaks the rule tmpname.
#include <stdlib.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char name[L_tmpnam];
    if (__VERIFIER_nondet_int() > 0)
        tmpnam(name);
    return 0;
}

// Keeps the rule tmpname.
#include <stdlib.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char name[] = "/tmp/xXXXXXX";
    int fd = mkstemp(name);
    if (fd == 4 && fd == 5)
        tmpnam(name); // no run gets here
    return 0;
}
